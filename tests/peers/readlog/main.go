// Reads a log whole with golang.org/x/mod/sumdb: checkpoint, every tile, every entry, inclusion and consistency proofs.
//
// usage: readlog URL VKEY [OLD-CHECKPOINT-FILE [PROOF-FILE ENTRY-FILE]]
//
// URL is the prefix of the log. With an older checkpoint it is shown to be the beginning of the log; with a tlog-proof and an
// entry, the proof is shown to lead to a checkpoint of the log. Prints the size; exits with 1 and a reason when something is wrong.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func fetch(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}

// address is a tile's path as C2SP tlog-tiles spells it; the library's own has the height in it, and "data" for entries.
func address(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), "tile/8/")
	return "tile/" + strings.Replace(path, "data/", "entries/", 1)
}

type reader struct {
	prefix string
	read   int
}

func (r *reader) Height() int { return height }

func (r *reader) SaveTiles([]tlog.Tile, [][]byte) {}

func (r *reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := fetch(r.prefix + "/" + address(tile))
		if err != nil {
			return nil, err
		}
		if len(data) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", address(tile), len(data))
		}
		r.read++
		all = append(all, data)
	}
	return all, nil
}

// open verifies a checkpoint. The library's ParseTree wants the header of the Go checksum database, so it is parsed here.
func open(raw []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(raw, note.VerifierList(verifier))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		must(fmt.Errorf("not a checkpoint of %s: %q", verifier.Name(), opened.Text))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	return tlog.Tree{N: size, Hash: root}
}

func main() {
	prefix := os.Args[1]
	verifier, err := note.NewVerifier(os.Args[2])
	must(err)
	raw, err := fetch(prefix + "/checkpoint")
	must(err)
	tree := open(raw, verifier)
	tiles := &reader{prefix: prefix}
	hashes := tlog.TileHashReader(tree, tiles)

	// Every tile, checked against the root by the library.
	for _, tile := range tlog.NewTiles(height, 0, tree.N) {
		data, err := tlog.ReadTileData(tile, hashes)
		must(err)
		served, err := fetch(prefix + "/" + address(tile))
		must(err)
		if string(data) != string(served) {
			must(fmt.Errorf("%s is not what the root says", address(tile)))
		}
	}
	// Every entry, against its leaf hash.
	for at := int64(0); at < tree.N; at += 1 << height {
		width := tree.N - at
		if width > 1<<height {
			width = 1 << height
		}
		bundle, err := fetch(prefix + "/" + address(tlog.Tile{H: height, L: -1, N: at >> height, W: int(width)}))
		must(err)
		for index := at; index < at+width; index++ {
			length := int(binary.BigEndian.Uint16(bundle))
			entry := bundle[2 : 2+length]
			bundle = bundle[2+length:]
			leaf, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
			must(err)
			if tlog.RecordHash(entry) != leaf[0] {
				must(fmt.Errorf("entry %d does not hash to its leaf", index))
			}
			if index%97 == 0 || index == tree.N-1 {
				proof, err := tlog.ProveRecord(tree.N, index, hashes)
				must(err)
				must(tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf[0]))
			}
		}
		if len(bundle) != 0 {
			must(fmt.Errorf("the bundle at %d is too long", at))
		}
	}
	if len(os.Args) > 3 {
		raw, err := os.ReadFile(os.Args[3])
		must(err)
		old := open(raw, verifier)
		proof, err := tlog.ProveTree(tree.N, old.N, hashes)
		must(err)
		must(tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash))
	}
	if len(os.Args) > 5 {
		proof, err := os.ReadFile(os.Args[4])
		must(err)
		entry, err := os.ReadFile(os.Args[5])
		must(err)
		checkProof(string(proof), entry, verifier)
	}
	fmt.Println(tree.N)
}

func checkProof(text string, entry []byte, verifier note.Verifier) {
	head, checkpoint, found := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !found || lines[0] != "c2sp.org/tlog-proof@v1" {
		must(fmt.Errorf("not a tlog-proof: %q", head))
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	must(err)
	var proof tlog.RecordProof
	for _, line := range lines[2:] {
		raw, err := base64.StdEncoding.DecodeString(line)
		must(err)
		var hash tlog.Hash
		copy(hash[:], raw)
		proof = append(proof, hash)
	}
	tree := open([]byte(checkpoint), verifier)
	must(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)))
}
