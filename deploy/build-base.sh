#!/bin/sh
# Makes a base image of about 80 MB from Debian's packages, for a machine that cannot reach an image registry. As root:
#
#   apt-get install debootstrap podman
#   sh deploy/build-base.sh
#   podman build --format docker -f deploy/Dockerfile -t escaparate \
#     --build-arg BASE=localhost/escaparate-base --build-arg BUILD_BASE=localhost/escaparate-base .
#
# The environment may set NAME, SUITE and MIRROR, and IMPORT="docker import" to use Docker instead of podman.
set -eu
: "${NAME:=localhost/escaparate-base}" "${SUITE:=bookworm}" "${MIRROR:=http://deb.debian.org/debian}"
: "${IMPORT:=podman import}"

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase "$SUITE" "$root" "$MIRROR"

# Updates since the suite's last point release.
cat >"$root/etc/apt/sources.list" <<SOURCES
deb $MIRROR $SUITE main
deb $MIRROR $SUITE-updates main
deb ${MIRROR%/debian}/debian-security $SUITE-security main
SOURCES
chroot "$root" apt-get update
DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -y upgrade

# Removes documentation except licences, as Debian's own slim images do.
chroot "$root" apt-get clean
find "$root/usr/share/doc" -type f ! -name copyright -delete
rm -rf "$root"/var/lib/apt/lists/* "$root"/usr/share/man "$root"/usr/share/locale "$root"/usr/share/info \
  "$root"/var/log/*.log "$root"/etc/resolv.conf
tar -C "$root" -c . | $IMPORT - "$NAME"
