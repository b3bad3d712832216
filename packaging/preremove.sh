#!/bin/sh
# Stops guildsd when the package goes, and not when it is upgraded. The state folder
# stays: it holds the box's database and master key.
set -e

case "$1" in
remove | 0) # Debian's word, rpm's number of versions that are left
	if [ -d /run/systemd/system ]; then
		systemctl disable --now guildsd.service
	fi
	;;
esac
