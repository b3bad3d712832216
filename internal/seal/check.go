package seal

import "bytes"

const checkIdentity = "master_key_check"

var checkText = []byte("guilds")

// CheckValue returns a value that only this master key opens. The daemon keeps
// it in the database, so that a box that lost its key says so at start.
func (s *Sealer) CheckValue() ([]byte, error) { return s.Seal(checkText, checkIdentity) }

// VerifyCheck reports, as an error, that check was not made by CheckValue under
// this master key.
func (s *Sealer) VerifyCheck(check []byte) error {
	text, err := s.Open(check, checkIdentity)
	if err == nil && !bytes.Equal(text, checkText) {
		return errDamaged(checkIdentity)
	}
	return err
}
