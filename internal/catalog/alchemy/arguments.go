package alchemy

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Properties that several schemas share.
const (
	limitProperty    = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	evmChains        = `"ethereum","polygon","base","arbitrum","bsc","optimism","ink","robinhood"`
	chainProperty    = `"chain":{"type":"string","enum":[` + evmChains + `],"description":"ethereum by default"}`
	anyChainProperty = `"chain":{"type":"string","enum":[` + evmChains + `,"solana"],"description":"ethereum by default"}`
)

var (
	hexAddress    = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	base58Address = regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{32,44}$`)
	tokenNumber   = regexp.MustCompile(`^([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$`) // at most 256 bits
)

// notAddress says why a value is no address on a chain, and nothing where it is one.
func notAddress(value, chain string) string {
	form, like := hexAddress, "0x and 40 hexadecimal digits"
	if chain == solana {
		form, like = base58Address, "32 to 44 letters and digits in base 58"
	}
	switch {
	case form.MatchString(value):
		return ""
	case chain != solana && base58Address.MatchString(value):
		return fmt.Sprintf("%q looks like an address of solana; for one pass chain solana to holdings", value)
	case chain == solana && hexAddress.MatchString(value):
		return fmt.Sprintf("%q is no address of solana; name the chain that it is on", value)
	}
	return fmt.Sprintf("%q is no address on %s, which is %s", value, chain, like)
}

// notOwner is notAddress for an owner, who on ethereum may be a name.
func notOwner(owner, chain string) string {
	named := strings.Contains(owner, ".") && !strings.ContainsAny(owner, " \t\r\n/")
	switch {
	case named && chain == ethereum:
		return ""
	case named:
		return fmt.Sprintf("%q is a name, and names work on ethereum only; pass the address on %s", owner, chain)
	}
	return notAddress(owner, chain)
}

// problems gathers what is wrong with arguments, by their names; an empty one is all of
// them together.
type problems []guild.Problem

func (p *problems) note(name, wrong string) {
	if wrong == "" {
		return
	}
	path := ""
	if name != "" {
		path = "$." + name
	}
	*p = append(*p, guild.Problem{Path: path, Message: wrong})
}
