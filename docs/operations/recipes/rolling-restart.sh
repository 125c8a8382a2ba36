#!/bin/sh
# Restarts the nodes of the shop one after the other, without a failed request (docs/operations/two-nodes.md).
# Runs on the machine of nginx, as a user that may write NODES and reload nginx:
#
#   NODES=/etc/nginx/shop-nodes.conf RESTART='ssh %HOST sudo systemctl restart shop' rolling-restart.sh
#
# %HOST and %PORT in RESTART and RELOAD stand for those of the node. A node that is not ready again in WAIT seconds ends
# the script, and stays out of rotation; the others go on.
set -eu

NODES=${NODES:-/etc/nginx/shop-nodes.conf}
RESTART=${RESTART:-ssh %HOST sudo systemctl restart shop}
RELOAD=${RELOAD:-nginx -t -q && nginx -s reload}
# Longer than an answer takes that a worker of nginx from before the reload still waits for.
QUIET=${QUIET:-5}
WAIT=${WAIT:-120}

carry_out() {
    sh -c "$(printf '%s' "$1" | sed -e "s/%HOST/$host/g" -e "s/%PORT/$port/g")"
}

# Changes each line of the node, and writes the file anew: a half-written one must never be read.
mark() {
    awk -v node="$host:$port" -v down="$1" '
        $1 == "server" && ($2 == node || $2 == node ";") {
            sub(/ down;/, ";")
            if (down == "yes") sub(/;[ \t]*$/, " down;")
        }
        { print }' "$NODES" >"$NODES.new"
    mv "$NODES.new" "$NODES"
    carry_out "$RELOAD"
}

ready() {
    # Without a Host: in production the shop answers 421 to the address of the node, because it is no name of the shop.
    curl -fsS --http1.0 -H Host: -o /dev/null --max-time 3 "http://$host:$port/readyz" 2>/dev/null
}

# Those that are out of rotation come first: while one of them is not ready, no other node may be taken out.
listed() {
    lines=$(grep -E '^[[:space:]]*server[[:space:]]' "$NODES") || return 1
    { printf '%s\n' "$lines" | grep ' down;' || true; printf '%s\n' "$lines" | grep -v ' down;' || true; } |
        sed -E 's/^[[:space:]]*server[[:space:]]+([^;[:space:]]+).*/\1/' | awk '!seen[$0]++'
}

nodes=$(listed) || { echo "There is no node in $NODES." >&2; exit 1; }
printf '%s\n' "$nodes" |
    while read -r node; do
        host=${node%:*}
        port=${node##*:}
        echo "$node: out of rotation"
        mark yes
        sleep "$QUIET"
        echo "$node: restarting"
        carry_out "$RESTART" </dev/null
        waited=0
        until ready; do
            waited=$((waited + 1))
            if [ "$waited" -gt "$WAIT" ]; then
                echo "$node: not ready after $WAIT s. It stays out of rotation, and no other node is restarted." >&2
                exit 1
            fi
            sleep 1
        done
        mark no
        echo "$node: ready, in rotation"
    done
