/*
 * Ed25519 as the protocol has it (section 7): S < L; R and the key canonical encodings of points that are not of small order;
 * [S]B = R + [k]A, without cofactor. Libraries differ on all of that, WebCrypto's among them, and some browsers have no
 * Ed25519 at all. So the form is judged here; the equation by WebCrypto where it answers some hard cases right, else here too.
 * Nothing secret passes through this file.
 */

import { concat, fromHex, hexOf, sha512, subtle, utf8 } from './bytes.js';

// RFC 8032, section 5.1.
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SQRT_M1 = power(2n, (P - 1n) / 4n);
const BASE_Y = (4n * power(5n, P - 2n)) % P;
const IDENTITY = [0n, 1n, 1n, 0n];
const BASE = decodePoint(littleEndian(BASE_Y));

function mod(value) {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base, exponent) {
  let [result, square] = [1n, base];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

function littleEndian(value) {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
}

function fromLittleEndian(bytes) {
  return BigInt(`0x${hexOf(Uint8Array.from(bytes).reverse())}`);
}

/** RFC 8032, section 5.1.3, canonical encodings only -> extended coordinates [X, Y, Z, T], or null. */
function decodePoint(bytes) {
  const encoded = fromLittleEndian(bytes);
  const sign = encoded >> 255n;
  const y = encoded & (2n ** 255n - 1n);
  if (y >= P) return null;
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  const v3 = (v * v * v) % P;
  let x = (u * v3 * power((u * v3 * v3 * v) % P, (P - 5n) / 8n)) % P;
  const square = (v * x * x) % P;
  if (square === mod(-u)) x = (x * SQRT_M1) % P;
  else if (square !== u) return null;
  if (x === 0n && sign === 1n) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, (x * y) % P];
}

function encodePoint([x, y, z]) {
  const inverse = power(z, P - 2n);
  const affineX = (x * inverse) % P;
  return littleEndian(((affineX & 1n) << 255n) | ((y * inverse) % P));
}

/** RFC 8032, section 5.1.4: complete, so it doubles too. */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = ((y1 + x1) * (y2 + x2)) % P;
  const c = (((2n * t1 * t2) % P) * D) % P;
  const d = (2n * z1 * z2) % P;
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function isSmallOrder(point) {
  let [x, y, z] = point;
  for (let i = 0, multiple = point; i < 3; i += 1) {
    multiple = add(multiple, multiple);
    [x, y, z] = multiple;
  }
  return x === 0n && y === z;
}

/** [s]B + [k]A by doubling and adding, both at once (Shamir's trick). */
function doubleMultiply(s, k, point) {
  const sum = add(BASE, point);
  let result = IDENTITY;
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    result = add(result, result);
    const [one, other] = [(s >> bit) & 1n, (k >> bit) & 1n];
    if (one && other) result = add(result, sum);
    else if (one) result = add(result, BASE);
    else if (other) result = add(result, point);
  }
  return result;
}

/** A point that is canonically encoded and not of small order, or null. */
function goodPoint(bytes) {
  const point = bytes.length === 32 ? decodePoint(bytes) : null;
  return point === null || isSmallOrder(point) ? null : point;
}

const goodKeys = new Map();
const MOST_KEYS = 256;

/** The point of a public key that may sign, or null; the same few keys are asked for again and again. */
function keyPoint(publicKey) {
  const name = hexOf(publicKey);
  if (!goodKeys.has(name)) {
    if (goodKeys.size >= MOST_KEYS) goodKeys.clear();
    goodKeys.set(name, goodPoint(publicKey));
  }
  return goodKeys.get(name);
}

/** May this key (32 bytes) sign: is it the canonical encoding of a point that is not of small order? */
export function isGoodKey(publicKey) {
  return keyPoint(publicKey) !== null;
}

/** [S]B = R + [k]A, computed as R = [S]B - [k]A. */
async function isEquationTrue(point, publicKey, signature, message) {
  const r = signature.slice(0, 32);
  const s = fromLittleEndian(signature.slice(32));
  const k = fromLittleEndian(await sha512(r, publicKey, message)) % L;
  const [x, y, z, t] = point;
  return hexOf(encodePoint(doubleMultiply(s, k, [mod(-x), y, z, mod(-t)]))) === hexOf(r);
}

async function askWebCrypto(publicKey, signature, message) {
  const key = await subtle().importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  return subtle().verify({ name: 'Ed25519' }, key, signature, message);
}

/** Signatures over one message that pass the judgement of the form here, and on which libraries differ. */
const MESSAGE = utf8('fairdeal/v1 move\n');
const HARD_CASES = [
  {
    good: false, // good only with a cofactor: R of mixed order
    key: 'b47b6a97b39e290266e55cfa24d170dbd077722d871e3f31d66d2b35add07ed5',
    signature: '40a4cf5c611d737a2f1c6fcca84d9cabfed80987f186a5a6c57e629bff1af27f'
      + '166671b11b12e8de9d98136c9245d58c535a00152ba0acfb5713db2bcc0f3a00',
  },
  {
    good: false, // good only with a cofactor: the key of mixed order
    key: '7c0bf9d10ca7204b93d8be0ea79f4284149155b9b1033047ca478657133eea57',
    signature: 'eaa0404b967188c2c6d371955465d8cce21ff93f22e8f4269a37f113a431e2e4'
      + 'e7b3ed16219d3f773867b1335b17d15fcb91ee32a8397367b671c3a631ed4b0e',
  },
  {
    good: true, // the key of mixed order, and good
    key: '7c0bf9d10ca7204b93d8be0ea79f4284149155b9b1033047ca478657133eea57',
    signature: '8d681342270c2b1fcca1867a727e71f3b63c9350177bd82c34d05875aa45c1fe'
      + 'bf8ba81de00bb2f8712ac3a7a7b8d036bea8f84be9abe6221f033b8f660ef506',
  },
  {
    good: true,
    key: 'b47b6a97b39e290266e55cfa24d170dbd077722d871e3f31d66d2b35add07ed5',
    signature: 'aa6df914f7a0f04e7f852adf459873f17dba5b1671ea62e82cc10ed6aecc489c'
      + '98002c1a4b2e93f5218af221be8721c442656187a4895f0c957aec8758895808',
  },
];

let webCryptoIsGood = null;

/** Does WebCrypto here have Ed25519, and judge the hard cases as the protocol does? */
function hasGoodWebCrypto() {
  webCryptoIsGood = webCryptoIsGood ?? (async () => {
    try {
      for (const { good, key, signature } of HARD_CASES) {
        if ((await askWebCrypto(fromHex(key, 32), fromHex(signature, 64), MESSAGE)) !== good) return false;
      }
      return true;
    } catch {
      return false;
    }
  })();
  return webCryptoIsGood;
}

/** Is this the signature (64 bytes) of the public key (32 bytes) over the message? */
export async function isSignature(publicKey, signature, message) {
  const bytes = concat(message);
  const point = keyPoint(publicKey);
  if (point === null || signature.length !== 64 || fromLittleEndian(signature.slice(32)) >= L) return false;
  if (goodPoint(signature.slice(0, 32)) === null) return false;
  if (await hasGoodWebCrypto()) return askWebCrypto(publicKey, signature, bytes);
  return isEquationTrue(point, publicKey, signature, bytes);
}
