/* A known bundle, and a witness policy that it satisfies: written by tests/service/static/self_test_bundle.py. */

export const KNOWN = {
 "policy": "witness w1 witness.example/w1+a9c402ca+BJ8gr4fR4Os3b0RPxbPEEv2F2DRQ1y9DKSWhEcemIM2Y\nquorum w1\n",
 "bundle": {
  "protocol": "fairdeal/v1",
  "origin": "self-test.invalid",
  "vkeys": {
   "statements": "self-test.invalid+194a280d+Afbg/TPqyjayMD+EyS9Oe6hJ4GmEMHg5uK7555I4afx6",
   "commits": "self-test.invalid/commits+29de27c6+AQ85hOhWK5YWoXhF6rgCJ8KAcbF5/HUDl67uhDCj1EGp",
   "outcomes": "self-test.invalid/outcomes+b8919aec+ASzpDtkqq+mOXeuuUnZYW9vxX8eVFL+Ftk8IVGs2em9f"
  },
  "number": 9,
  "commit": {
   "statement": "fairdeal/v1 commit\nself-test.invalid\n9\n60d333464d50e61389984227ab0d1b07e0d20402f7df47d5f31c7db6c35444f0\n",
   "proof": "c2sp.org/tlog-proof@v1\nindex 9\nPDXo9ouhPnt6EnegNP1FXTP3Ld7mF4ITC2ltAXtiBXc=\n74mVE6sH3joMxwS1IwsspW/QB6yXAWsxSkaRkozabtY=\nRizazMxtgnko/4Knq8YLGrpBhuJsBEoCdsnTRw1dNHA=\nuD9CIADmUlRpTmx9cSq6MBtv1wApG8aAUEDNxw03BbA=\n\nself-test.invalid/commits\n14\nJHX92aNj8qKX0oW4WwAjZvWOJ7ZK1dWPkeA3jLb8naI=\n\n\u2014 self-test.invalid/commits Kd4nxjuZoJRuEZCxorpDmrO3GgdBQRY2lqBQNgv5xthEcubJXdvVCYDUBLVUrVt/sI3aBtjCqFJmCE1aa/MEXuy04AM=\n\u2014 witness.example/w1 qcQCygAAAABrDk+gIFwvsBZYeSB7YqQLf3bHMCW9DWhqALwlxXhA1XLZGp4TfehhLmUQ2HX257euq3L28so/LmvKpesjwzJoKPRnBg==\n"
  },
  "ruleset": {
   "game": "hearts",
   "players": 3,
   "removed": [
    "3C",
    "4C",
    "5C",
    "6C",
    "7C",
    "8C",
    "9C",
    "TC",
    "JC",
    "QC",
    "KC",
    "AC",
    "2D",
    "3D",
    "4D",
    "5D",
    "6D",
    "7D",
    "8D",
    "9D",
    "TD",
    "JD",
    "QD",
    "KD",
    "AD",
    "2S",
    "3S",
    "4S",
    "5S",
    "6S",
    "7S",
    "8S",
    "9S",
    "TS",
    "JS",
    "KS",
    "AS"
   ],
   "pass_count": 1,
   "pass_cycle": [
    1,
    -1,
    0
   ],
   "moon": "others-add"
  },
  "hand": 1,
  "open": {
   "statement": "fairdeal/v1 open\nself-test.invalid\n9\nrules cc63059ff9f5efa79882df2670a3a85dea3ac6f20027834e6c6635e0f5c3bea6\nhand 1\ncontributors 0 1\nsealed yes\nopener blind\nbeacon -\ntimes 1796000000 1796086400\nsheet -\n",
   "note": "fairdeal/v1 open\nself-test.invalid\n9\nrules cc63059ff9f5efa79882df2670a3a85dea3ac6f20027834e6c6635e0f5c3bea6\nhand 1\ncontributors 0 1\nsealed yes\nopener blind\nbeacon -\ntimes 1796000000 1796086400\nsheet -\n\n\u2014 self-test.invalid GUooDV0uXaR88P+PvCGEqJh8zgHM1yBw7/RWRWsUn8hyg3U1hGzvyL/c4eLxAeaNLXKE8bv8R3z1FmE50to6DBcymQs=\n"
  },
  "seals": {
   "statement": "fairdeal/v1 seals\nself-test.invalid\n9\nopen ed2e95380e5a2298066ee98077a40ff7614d14f16e66599f6c3693358d62bd07\nseat 0 6f1d47c70139731598324471813de3d349dfbeb4d068d77690584991f3f7f1fc\nseat 1 cc58fad35b41c14381cfc8bf69d89fcc125311ec440f2f44f6416bf6177cd9ca\n",
   "note": "fairdeal/v1 seals\nself-test.invalid\n9\nopen ed2e95380e5a2298066ee98077a40ff7614d14f16e66599f6c3693358d62bd07\nseat 0 6f1d47c70139731598324471813de3d349dfbeb4d068d77690584991f3f7f1fc\nseat 1 cc58fad35b41c14381cfc8bf69d89fcc125311ec440f2f44f6416bf6177cd9ca\n\n\u2014 self-test.invalid GUooDfR5wHLo6KUCNiuHKZakph7FWZ2v5bQ0u3qqV9Vr6l5csnYqfnjnXgrgh4qXf02QG7LzFQ90jtRPWmp0jKhGxwU=\n"
  },
  "table": {
   "statement": "fairdeal/v1 table\nself-test.invalid\n9\nopen ed2e95380e5a2298066ee98077a40ff7614d14f16e66599f6c3693358d62bd07\nseals 518520f73c4529ed0fb3547f593ece4726adef270b1f0f6b691a930e1b441ff0\nseat 0 e1c64e0659f646877ec90357fb7d717f4e54cbb9e96fffec509cd752b82516c7\nseat 1 e249b938fa35af02945edb3105bb5505f2c9b4185ebeb36511d1bedb59309dc2\nkey 0 8b37a6fa4759200313f53008560c1c6e05daf57e06631a1f31949fa08ed9d7e2\nkey 2 55d8eef8e88c240ca7f93bc2c1285b5f5e731e3dedf8c32287e3afd09b946a25\n",
   "note": "fairdeal/v1 table\nself-test.invalid\n9\nopen ed2e95380e5a2298066ee98077a40ff7614d14f16e66599f6c3693358d62bd07\nseals 518520f73c4529ed0fb3547f593ece4726adef270b1f0f6b691a930e1b441ff0\nseat 0 e1c64e0659f646877ec90357fb7d717f4e54cbb9e96fffec509cd752b82516c7\nseat 1 e249b938fa35af02945edb3105bb5505f2c9b4185ebeb36511d1bedb59309dc2\nkey 0 8b37a6fa4759200313f53008560c1c6e05daf57e06631a1f31949fa08ed9d7e2\nkey 2 55d8eef8e88c240ca7f93bc2c1285b5f5e731e3dedf8c32287e3afd09b946a25\n\n\u2014 self-test.invalid GUooDcvKqBhMWVZF1nCL8FoCg6YQ4jBM1slmeBkJ5dcsew3H5JOYyWpMo7WRdfC2RWitFfUyOEWfXwEZaASrWTR1Tw0=\n"
  },
  "contributions": [
   {
    "seat": 0,
    "nonce": "e1c64e0659f646877ec90357fb7d717f4e54cbb9e96fffec509cd752b82516c7"
   },
   {
    "seat": 1,
    "nonce": "e249b938fa35af02945edb3105bb5505f2c9b4185ebeb36511d1bedb59309dc2"
   }
  ],
  "deck": [
   "5H",
   "QH",
   "AH",
   "9H",
   "TH",
   "6H",
   "3H",
   "JH",
   "KH",
   "2H",
   "7H",
   "QS",
   "4H",
   "2C",
   "8H"
  ],
  "hands": [
   [
    "5H",
    "9H",
    "3H",
    "2H",
    "4H"
   ],
   [
    "QH",
    "TH",
    "JH",
    "7H",
    "2C"
   ],
   [
    "AH",
    "6H",
    "KH",
    "QS",
    "8H"
   ]
  ],
  "record": "fairdeal/v1 record\nself-test.invalid\n9\nby seats\npass 0 1 9H\npass 1 2 QH\npass 2 0 6H\ntrick 1 2C 8H 2H\ntrick 1 TH KH 3H\ntrick 2 QH 4H 9H\ntrick 2 AH 6H 7H\ntrick 2 QS 5H JH\npoints 0 2 24\n",
  "signed": [
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 0\npass 9H\nafter -\n",
    "signature": "91fd41a8330a5cbb580ee0e749dfe112480ec46c072109af255d852bd2fff3f842282e6e4193dff282c0fcc6f7328cfdd36579365437227dc1f6eebb11566f0f"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 2\npass 6H\nafter -\n",
    "signature": "c223c655538edda01f4e3c76fb22bc67eb74bf44863bfc91161a249d114d9ea1d1cd430296122c2503258e2370cbcd45d4b714669729f90803d25a17ae813006"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 2\nplay 1 8H\nafter ee04269c04294c82c2ecf8d9e5c4175ffd9eb3e7ead0cb631f2d042176c6110f\n",
    "signature": "9f4ffffd3a308f9a84f07f7f64c3d28228f86cc1548b040dda2a5ff6de27579426909bc6963deffe961de7d604cf18af68b2396474bd592db4f527d64fae5b01"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 0\nplay 2 2H\nafter 07be7b17c856a8cbd753aaa3f04f79e86d5027af72c0ad7cb43ffcf95064aeca\n",
    "signature": "6cd27b696bbf5a9774757aee13c658dee561f4f3f260cd63e8c0e6754be8df3cd4ca2833eee3cb28a952b2c0636d750a2abb6620ab453f3c0ff5c10eef197b04"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 2\nplay 4 KH\nafter 24c15a74daa62a917b7886d780fc32c05f6089234b0c764e7e59ae05546ab053\n",
    "signature": "2b95573b9ef331d58a8137355780d2e8ccd28725cb2f3def8e77085c9b422a3e17bfa76c9d714462e40ba4fd5f6b085d2cd42ebac51e886b8e41c8a43726e805"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 0\nplay 5 3H\nafter eea6f41b6fccf9eabd7052aa50235cafdc719be6f68353469977575c57be68c8\n",
    "signature": "8c0c3a68f7039119f650367633b2947ad084ff207660785947ccb520b45c7049c30ce2fe01026dbbff1399ae9c499cfd3415c9e81ed3b3220594753527305302"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 2\nplay 6 QH\nafter de542bb9fb3cafef242d6e7150dc7bdd488254a44450824ef22dff65bfc2f6de\n",
    "signature": "587f8178e769d710e5b12e94498600c9b576fb170d6954a9672afc9ed6b1893ee62dec9f2571003fb89a3e874908143a3795c68c1b285b32c0f0a338c95b1f0a"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 0\nplay 7 4H\nafter f7236627de8e39223cd1af8dbe1ed50a0d71d4520b63c29197f684644f3e785f\n",
    "signature": "12c329e6d4fd9b4184c4115fab12c0b8595e2957294c9e67671b2bb6fa3e6daa58e4864f1753e89636cd90b8db739b908bf50403181ddb1b006e12bf6e60d607"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 2\nplay 9 AH\nafter 9cd5124981f70f46641c4a078f1114165af69188a34ed48a30187e23a92716bc\n",
    "signature": "6eec074a6cd5bf2de40b9756e2444373ec91dd79188459daa660ea5fbad120471938d7794196fa2b4521d9bb582f0ff1e8b87ff6cc411a02858ae246845a2104"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 0\nplay 10 6H\nafter 6cc505d63a902dde6466d0ac2c42eb58c0db2837b25216af276aa1687450a64c\n",
    "signature": "d7dd73de73555620173876a1f9fea69b14a8ea007a3e56157b191ed0ce69a88b70675d8557dfe1c9e563432cb084f3ae07d9a483541e7a4b48994572efd9940e"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 2\nplay 12 QS\nafter 113fb96201b64c14ab8cd387b34532a32887b3dd28c7948913e4be9df478de1f\n",
    "signature": "534234401ef91b3041d60f1f6cd3abc8437d6a0c7f01ada144bbda586b91569b78b6918dd3ca1ca21c6bcfb19eb7199724837ba02e9d86e8b28e061e6d1be60d"
   },
   {
    "statement": "fairdeal/v1 move\nself-test.invalid\n9\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nseat 0\nplay 13 5H\nafter 5c957253c6e102d943b724700e3cca941f1d592c42c87e6f59af695a012d00b0\n",
    "signature": "0df33b385fd1ca0684240c17e7ecfaaa4d4a7812a1fc7d29eb52bbbd627a1f539db003d8677d1202d5ca4718a4ca22ce386f1ac0b88752eb374ede5ce7ccf40d"
   }
  ],
  "points": [
   0,
   2,
   24
  ],
  "outcome": {
   "statement": "fairdeal/v1 reveal\nself-test.invalid\n9\nseed c6a325114942da74be4e23a6626b5ffc03a44f6f402127289df735fa2c74ab10\ntable acd681053fa44de3fde6fb0b01abc2a67f85b006fa0dd8f13419a0cf485a70ae\nrecord d711cb23d6275ef968293b23257555246b42dd925015942c21f9e206b97d5969\n",
   "index": 4,
   "proof": "c2sp.org/tlog-proof@v1\nindex 4\nIR8Q7xCgwBGdA/y3F7CEqw3sR3wI4KnQ8vvyYoi4BOU=\nPT29UrChs7hBiiB6KI82TxWisx4mo7SxX93484Io0/4=\n+1dWOvNCNPKtqQwpKLisZug8DvrdfOZG9vtecdS2xB8=\neUE4DnEnecgCX6HwQLn0d5Xbn2smJVYBJTZ/4FhXVjE=\n\nself-test.invalid/outcomes\n9\ntORefHp+G7/dJyYe8M1X8w2p3Uf+9o/vFQfXpwA41MU=\n\n\u2014 self-test.invalid/outcomes uJGa7BsQ+QLU2LNB6eHaCofVd6h5aF9hMoqZPnqoLynrhynRhC89pUZ/RHYrXlnmcnjPN68oJuQcaRA+SOXBo79FEwc=\n\u2014 witness.example/w1 qcQCygAAAABrDk+g8C6fBPFxRLx1VcBk8PJFK0cG33fIqH7DkK0agRSE5U3L42YlE2erpQ4ufYmJZyMEfzD6XdB+og+fo8QZ2t1tCA==\n"
  }
 }
};
