// A witness as C2SP tlog-witness says, on golang.org/x/mod/sumdb: it cosigns what is consistent with all that it has seen.
//
// usage: witness NAME LOG-VKEY...
//
// Prints its address and its verifier key, and serves until it is killed. It keeps what it has seen in memory.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const cosignature = 0x04

type witness struct {
	name string
	key  ed25519.PrivateKey
	logs map[string]note.Verifier

	mutex sync.Mutex
	seen  map[string]tlog.Tree
}

func (w *witness) keyed(data ...[]byte) []byte {
	public := w.key.Public().(ed25519.PublicKey)
	id := sha256.Sum256(append([]byte(w.name+"\n\x04"), public...))
	all := append([]byte{}, id[:4]...)
	for _, part := range data {
		all = append(all, part...)
	}
	return all
}

func (w *witness) vkey() string {
	public := w.key.Public().(ed25519.PublicKey)
	key := append([]byte{cosignature}, public...)
	return fmt.Sprintf("%s+%x+%s", w.name, w.keyed(), base64.StdEncoding.EncodeToString(key))
}

func (w *witness) cosign(text string) string {
	now := uint64(time.Now().Unix())
	signature := ed25519.Sign(w.key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", now, text)))
	stamp := make([]byte, 8)
	binary.BigEndian.PutUint64(stamp, now)
	return fmt.Sprintf("— %s %s\n", w.name, base64.StdEncoding.EncodeToString(w.keyed(stamp, signature)))
}

func (w *witness) addCheckpoint(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		http.Error(response, "POST", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<16))
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	head, checkpoint, found := strings.Cut(string(body), "\n\n")
	lines := strings.Split(head, "\n")
	old, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "old "), 10, 64)
	if !found || err != nil || !strings.HasPrefix(lines[0], "old ") || len(lines) > 64 {
		http.Error(response, "malformed", http.StatusBadRequest)
		return
	}
	var proof tlog.TreeProof
	for _, line := range lines[1:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		proof = append(proof, hash)
	}
	name := strings.SplitN(checkpoint, "\n", 2)[0]
	verifier := w.logs[name]
	if verifier == nil {
		http.Error(response, "unknown log", http.StatusNotFound)
		return
	}
	opened, err := note.Open([]byte(checkpoint), note.VerifierList(verifier))
	if err != nil {
		http.Error(response, err.Error(), http.StatusForbidden)
		return
	}
	fields := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil || old > size {
		http.Error(response, "sizes", http.StatusBadRequest)
		return
	}
	root, err := tlog.ParseHash(fields[2])
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	known := w.seen[name]
	if old != known.N || (old > 0 && old == size && root != known.Hash) {
		response.Header().Set("Content-Type", "text/x.tlog.size")
		response.WriteHeader(http.StatusConflict)
		fmt.Fprintf(response, "%d\n", known.N)
		return
	}
	// The library has no proofs from the empty tree, and none is sent.
	if old == 0 && len(proof) != 0 || old > 0 && tlog.CheckTree(proof, size, root, old, known.Hash) != nil {
		http.Error(response, "not consistent", http.StatusUnprocessableEntity)
		return
	}
	w.seen[name] = tlog.Tree{N: size, Hash: root}
	fmt.Fprint(response, w.cosign(opened.Text))
}

func main() {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	w := &witness{name: os.Args[1], key: key, logs: map[string]note.Verifier{}, seen: map[string]tlog.Tree{}}
	for _, vkey := range os.Args[2:] {
		verifier, err := note.NewVerifier(vkey)
		if err != nil {
			log.Fatal(err)
		}
		w.logs[verifier.Name()] = verifier
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n%s\n", listener.Addr(), w.vkey())
	http.HandleFunc("/add-checkpoint", w.addCheckpoint)
	log.Fatal(http.Serve(listener, nil))
}
