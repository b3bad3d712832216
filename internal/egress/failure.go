package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"

	"github.com/guildsbox/guilds/internal/guild"
)

// Failure turns an error of a client made by NewClient, for a request to u,
// into one that may be shown. It names the origin and never the path or the
// query string, which some services use for their key. A cancelled context
// comes back as context.Canceled, and an error that has a code already stays.
func Failure(u *url.URL, err error) error {
	var coded *guild.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &coded):
		return coded
	case errors.Is(err, context.Canceled):
		return context.Canceled
	}
	e := unavailable(Origin(u), err)
	e.Err = cause(err)
	return e
}

// cause leaves the whole URL, which url.Error holds, out of logs too.
func cause(err error) error {
	var whole *url.Error
	if errors.As(err, &whole) {
		return whole.Err
	}
	return err
}

func unavailable(origin string, err error) *guild.Error {
	var (
		name *net.DNSError
		cert *tls.CertificateVerificationError
		wait net.Error
	)
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return guild.Errorf(guild.CodeUnavailable, "%s cannot be reached: its name has no address; check the spelling and the box's name server", origin)
	case errors.As(err, &cert):
		return guild.Errorf(guild.CodeUnavailable, "%s has a certificate that the box does not accept: %v", origin, cert.Err)
	case Refused(err):
		return guild.Errorf(guild.CodeUnavailable, "%s cannot be reached: nothing accepts connections there; check that the service runs", origin)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &wait) && wait.Timeout():
		return guild.Errorf(guild.CodeUnavailable, "%s did not answer in time; try again later", origin)
	}
	return guild.Errorf(guild.CodeUnavailable, "the connection to %s failed; try again later", origin)
}
