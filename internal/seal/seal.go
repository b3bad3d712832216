package seal

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"

	"github.com/guildsbox/guilds/internal/guild"
)

// A sealed value is, one after the other:
//
//	version     1 byte
//	key id      8 bytes    names the master key
//	wrapped key 12+32+16   nonce, data key under the master key, tag
//	body        12+n+16    nonce, plaintext under the data key, tag
const (
	version     = 1
	gcmOverhead = 12 + 16
	headerSize  = 1 + keyIDSize
	wrappedSize = keySize + gcmOverhead
	// Overhead is by how many bytes a sealed value is longer than its plaintext.
	Overhead = headerSize + wrappedSize + gcmOverhead
)

// Sealer seals and opens under one master key. It may be used by many
// goroutines at once.
type Sealer struct {
	id     KeyID
	master cipher.AEAD
}

// New returns the Sealer of key.
func New(key Key) *Sealer {
	return &Sealer{id: key.ID(), master: aead(key.b)}
}

// KeyID names the master key that the Sealer works with.
func (s *Sealer) KeyID() KeyID { return s.id }

// Seal encrypts plaintext for the row that identity names. Sealing the same
// twice gives different bytes. An empty identity is refused, since it would bind
// the value to nothing.
func (s *Sealer) Seal(plaintext []byte, identity string) ([]byte, error) {
	if identity == "" {
		return nil, guild.Errorf(guild.CodeInternal, "a value was to be sealed without the identity of its row")
	}
	var dataKey [keySize]byte
	rand.Read(dataKey[:])
	out := make([]byte, 0, Overhead+len(plaintext))
	out = s.wrap(out, dataKey, identity)
	return aead(dataKey).Seal(out, nil, plaintext, bodyData(identity)), nil
}

// Open decrypts what Seal made for the same identity. Each error has the code
// CodeInternal and says whether the value was sealed with another master key or
// is damaged or not of this row.
func (s *Sealer) Open(sealed []byte, identity string) ([]byte, error) {
	dataKey, body, err := s.unwrap(sealed, identity)
	if err != nil {
		return nil, err
	}
	plaintext, err := aead(dataKey).Open(nil, nil, body, bodyData(identity))
	if err != nil {
		return nil, errDamaged(identity)
	}
	return plaintext, nil
}

// Rewrap returns sealed with its data key wrapped by the master key of to
// instead of that of from. The body is not decrypted. A value that is already
// under to comes back unchanged, so a rotation can be repeated.
func Rewrap(sealed []byte, identity string, from, to *Sealer) ([]byte, error) {
	if len(sealed) >= headerSize && KeyID(sealed[1:headerSize]) == to.id {
		_, err := to.Open(sealed, identity)
		return bytes.Clone(sealed), err
	}
	dataKey, body, err := from.unwrap(sealed, identity)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(sealed))
	return append(to.wrap(out, dataKey, identity), body...), nil
}

// wrap appends the header and the wrapped data key.
func (s *Sealer) wrap(out []byte, dataKey [keySize]byte, identity string) []byte {
	out = append(out, version)
	out = append(out, s.id[:]...)
	return s.master.Seal(out, nil, dataKey[:], keyData(out, identity))
}

// unwrap checks the header and returns the data key and the still encrypted body.
func (s *Sealer) unwrap(sealed []byte, identity string) (dataKey [keySize]byte, body []byte, err error) {
	if len(sealed) < Overhead {
		return dataKey, nil, guild.Errorf(guild.CodeInternal,
			"the sealed value of %s is cut short: it has %d bytes, and %d is the least", identity, len(sealed), Overhead)
	}
	header, wrapped := sealed[:headerSize], sealed[headerSize:headerSize+wrappedSize]
	if header[0] != version {
		return dataKey, nil, guild.Errorf(guild.CodeInternal,
			"the sealed value of %s has format %d, and this program knows format %d", identity, header[0], version)
	}
	if id := KeyID(header[1:]); id != s.id {
		return dataKey, nil, guild.Errorf(guild.CodeInternal,
			"%s is sealed with another master key: with %s, and the key in use is %s", identity, id, s.id)
	}
	plain, err := s.master.Open(nil, nil, wrapped, keyData(header, identity))
	if err != nil {
		return dataKey, nil, errDamaged(identity)
	}
	return [keySize]byte(plain), sealed[headerSize+wrappedSize:], nil
}

// keyData and bodyData are the associated data of the two layers. The prefixes
// keep one layer from passing for the other. The header is part of the first
// only, since a rotation replaces it.
func keyData(header []byte, identity string) []byte {
	return append(append([]byte("guilds data key\x00"), header...), identity...)
}

func bodyData(identity string) []byte { return []byte("guilds body\x00" + identity) }

// aead returns AES-256-GCM that puts a random nonce in front of what it seals.
// Random nonces are safe for far more rows than a box will ever hold (2^32).
func aead(key [keySize]byte) cipher.AEAD {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // only for a wrong key size, which the type excludes
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // only for a block cipher that is not AES
	}
	return gcm
}

func errDamaged(identity string) error {
	return guild.Errorf(guild.CodeInternal, "the sealed value of %s does not open: it was changed, or belongs to another row", identity)
}
