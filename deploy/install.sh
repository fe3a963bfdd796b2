#!/bin/sh
# Installs a release: install.sh <archive> <folder> [<folder for the command>]. What the folder had before is moved to <folder>.old. Used by
# deploy/Containerfile, and by operators for updates. Needs nothing but tar, gzip and sha256sum.
set -eu
archive=$(readlink -f "$1")
folder=$2
command=${3:-}

(cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256")
rm -rf "$folder.new"
mkdir -p "$folder.new"
# as root everything belongs to root: the server cannot change its own programs
tar -xzf "$archive" -C "$folder.new" --strip-components=1 --no-same-owner
(cd "$folder.new" && sha256sum --check --quiet SHA256SUMS)
if [ -e "$folder" ]; then
  rm -rf "$folder.old"
  mv "$folder" "$folder.old"
fi
mv "$folder.new" "$folder"
if [ -n "$command" ]; then ln -sf "$(readlink -f "$folder")/bin/chancery" "$command/chancery"; fi
