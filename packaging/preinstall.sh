#!/bin/sh
# Makes the box's user and the group of its admins before files are given to them.
set -e

getent group guilds >/dev/null || groupadd --system guilds
getent passwd guilds >/dev/null ||
	useradd --system --gid guilds --home-dir /var/lib/guilds --no-create-home --shell /usr/sbin/nologin guilds
