package githubapp

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// minKeyBits is the size of the keys that GitHub gives out.
const minKeyBits = 2048

// keyForms are the PEM blocks that may hold the App's key. GitHub writes the
// first; the second is what openssl makes of it.
var keyForms = map[string]func(der []byte) (any, error){
	"RSA PRIVATE KEY": func(der []byte) (any, error) { return x509.ParsePKCS1PrivateKey(der) },
	"PRIVATE KEY":     x509.ParsePKCS8PrivateKey,
}

// parseKey reads a private key. Its errors repeat nothing of the value, nor what
// a parser says of it.
func parseKey(value string) (*rsa.PrivateKey, error) {
	if value == "" {
		return nil, guild.Errorf(guild.CodeUnsupported, "is not set; it holds the App's private key, the whole .pem file that GitHub gave you")
	}
	// A file of variables holds one line for each, so the breaks are written out.
	value = strings.NewReplacer(`\r\n`, "\n", `\n`, "\n").Replace(value)
	block, _ := pem.Decode([]byte(value))
	if block == nil {
		return nil, guild.Errorf(guild.CodeUnsupported, `is not PEM; paste the whole .pem file, BEGIN and END lines included, with real line breaks or \n in their place`)
	}
	parse := keyForms[block.Type]
	if parse == nil || block.Headers["DEK-Info"] != "" {
		return nil, guild.Errorf(guild.CodeUnsupported, "holds something other than an unencrypted RSA private key; use the .pem file that GitHub gave you, which begins BEGIN RSA PRIVATE KEY")
	}
	key, err := parse(block.Bytes)
	if err != nil {
		return nil, guild.Errorf(guild.CodeUnsupported, "holds a damaged key; paste the .pem file again, or make a new key in the App's settings")
	}
	pair, ok := key.(*rsa.PrivateKey)
	if !ok {
		return nil, guild.Errorf(guild.CodeUnsupported, "holds a key of another kind than RSA, which is the only kind that GitHub takes")
	}
	if size := pair.N.BitLen(); size < minKeyBits {
		return nil, guild.Errorf(guild.CodeUnsupported, "holds an RSA key of %d bits; GitHub's have %d", size, minKeyBits)
	}
	return pair, nil
}
