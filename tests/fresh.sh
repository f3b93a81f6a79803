#!/usr/bin/env bash
# Tries the README's commands on a new machine: a new Debian in a folder, with python3, headers, gcc, make and git alone, in it a
# clone of this checkout's last commit, a user without rights, `make run` with a short session, then `make test`.
#   tests/fresh.sh trixie           Debian 13; bookworm and sid are others
#   tests/fresh.sh --run trixie     without `make test`
# Needs root, debootstrap and the network. What this machine tells apt and pip about mirrors, registries, proxies and
# certificates holds in there, too. If something fails, the folder is kept and named.
set -euo pipefail
PACKAGES=python3,python3-venv,python3-dev,gcc,make,git
NEW_HOME=/home/anybody

fail() {
    echo "tests/fresh.sh: $1" >&2
    exit 2
}

# Files and folders of this machine that the settings of pip name, one a line: certificates, wheels, an index in files.
named_paths() {  # files that hold settings
    { env | grep -E '^(PIP_|SSL_CERT_FILE=|REQUESTS_CA_BUNDLE=)' || true; cat "$@" /dev/null; } \
        | grep -oE '(file://|[= ,]|^)/[^ ,]+' | sed -E 's#^(file://|[= ,])##' | sort -u \
        | while read -r path; do if [ -e "$path" ]; then echo "$path"; fi; done
}

hand_over() {  # what the new machine has to know about the network around it
    local settings=() path
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    for path in /etc/pip.conf "${PIP_CONFIG_FILE:-/etc/pip.conf}"; do
        [ -f "$path" ] && settings+=("$path") && install -D -m 644 "$path" "$root$path"
    done
    for path in .config/pip/pip.conf .pip/pip.conf; do
        [ -f "$HOME/$path" ] && settings+=("$HOME/$path") && install -D -m 644 "$HOME/$path" "$root$NEW_HOME/$path"
    done
    for path in $(named_paths "${settings[@]}"); do
        if [ -f "$path" ]; then
            install -D -m 644 "$path" "$root$path"
        else    # with what lies beside it: the pages of an index name files elsewhere
            [ "$(dirname "$path")" = / ] || path=$(dirname "$path")
            mkdir -p "$root$path"
            mount --bind -o ro "$path" "$root$path"
        fi
    done
}

inside() {  # a command, as a user of the new machine
    local handed=()
    mapfile -t handed < <(env | grep -E '^(PIP_[A-Z_]*|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|[a-zA-Z]*_(proxy|PROXY))=' || true)
    chroot --userspec=1000:1000 "$root" env -i HOME=$NEW_HOME PATH=/usr/bin:/bin LANG=C.UTF-8 "${handed[@]}" \
        bash -c "cd ~/egypt-engine && $1"
}

try() {  # the part that has mounts and processes of its own, which end with it
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    hand_over
    chroot "$root" useradd --uid 1000 --shell /bin/bash --home-dir $NEW_HOME anybody
    git clone -q --no-hardlinks . "$root$NEW_HOME/egypt-engine"
    chroot "$root" chown -R 1000:1000 $NEW_HOME
    local begin=$SECONDS version
    version=$(inside 'python3 -c "import platform; print(platform.python_version())"')
    printf 'egi\nposition deal players 3 seed 1\ngo iterations 200\nquit\n' | inside 'make run' | tee "$root/said"
    grep -q '^bestmove ' "$root/said" || fail "'make run' on $suite gave no move"
    echo "$suite, Python $version: 'make run' works, after $((SECONDS - begin)) s"
    [ "$half" = 1 ] && return
    begin=$SECONDS
    inside 'make test'
    echo "$suite, Python $version: 'make test' passes, after $((SECONDS - begin)) s"
}

if [ "${1:-}" = --inside ]; then
    shift
    root=$1 suite=$2 half=$3
    try
    exit
fi

half=0
[ "${1:-}" = --run ] && half=1 && shift
case "${1:---help}" in
    -*) sed -n '2,/^set/{/^#/s/^# \?//p}' "$0"; exit ;;
esac
suite=$1
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || fail "needs root: a new Debian in a folder has a file system of its own"
command -v debootstrap > /dev/null || fail "needs debootstrap: apt-get install debootstrap"

folder=$(mktemp -d)
chmod 755 "$folder"     # it is the root folder of a user without rights
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2> /dev/null | grep -m1 -E '/debian/?$' || true)
http_proxy=${http_proxy:-$(apt-config shell proxy Acquire::http::Proxy 2> /dev/null | sed -n "s/^proxy='\(.*\)'$/\1/p")}
[ -z "$http_proxy" ] || export http_proxy
echo "making a new Debian $suite in $folder …"
debootstrap --variant=minbase --include="$PACKAGES" "$suite" "$folder" ${mirror:+"$mirror"} > "$folder.log" 2>&1 \
    || { tail -20 "$folder.log"; fail "debootstrap failed; $folder.log tells more"; }
echo "$suite is there after $SECONDS s"
unshare --mount --pid --fork --kill-child bash tests/fresh.sh --inside "$folder" "$suite" "$half" \
    || fail "left for a look: chroot --userspec=1000:1000 $folder bash"
rm -rf --one-file-system "$folder" "$folder.log"
