#!/bin/sh
# Does not start guildsd at the first install: its operator configures it first. An
# upgrade restarts the one that runs.
set -e

if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl try-restart guildsd.service
fi

# Debian gives the version that was there before, rpm how many there are now.
case "$1:${2:-}" in
configure: | 1:)
	echo "To start the box: systemctl enable --now guildsd"
	echo "To let a user operate it: usermod -aG guilds NAME"
	;;
esac
