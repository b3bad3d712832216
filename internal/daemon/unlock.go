package daemon

import (
	"context"
	"errors"
	"log/slog"

	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/seal"
)

// unlock finds the master key that the database was sealed with. Only where the
// database holds nothing sealed and no key is given is a new one made.
func unlock(ctx context.Context, db *postgres.DB, src seal.Sources, log *slog.Logger) (*seal.Sealer, error) {
	check, err := db.KeyCheck(ctx)
	if err != nil {
		return nil, err
	}
	found, err := seal.Unlock(src, check)
	if errors.Is(err, seal.ErrNoKey) {
		if found.Key, err = seal.CreateKeyFile(src.StateDir); err != nil {
			return nil, err
		}
		log.Info("made a master key; back it up, without it the stored credentials are lost", "folder", src.StateDir)
	}
	if err != nil {
		return nil, err
	}
	sealer := seal.New(found.Key)
	if len(check) > 0 {
		return sealer, nil
	}
	return sealer, firstCheck(ctx, db, sealer)
}

// firstCheck stores the value by which the key is checked from now on, and reads
// it again: another daemon on the same empty database may have been first.
func firstCheck(ctx context.Context, db *postgres.DB, sealer *seal.Sealer) error {
	value, err := sealer.CheckValue()
	if err != nil {
		return err
	}
	if err := db.SaveKeyCheck(ctx, value); err != nil {
		return err
	}
	stored, err := db.KeyCheck(ctx)
	if err != nil {
		return err
	}
	return sealer.VerifyCheck(stored)
}
