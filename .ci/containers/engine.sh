# shellcheck shell=bash disable=SC2154
# Sourced: buildah and podman from Debian, set up so that they run as root inside an unprivileged machine as well.
# Wants $scratch, a folder that the caller removes.

install_engine() {
  local program missing=
  for program in buildah podman podman-compose runc iptables; do
    command -v "$program" >/dev/null || missing=yes
  done
  for program in netavark aardvark-dns; do [ -x "/usr/lib/podman/$program" ] || missing=yes; done
  [ -z "$missing" ] || {
    apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        buildah podman podman-compose runc iptables netavark aardvark-dns >/dev/null
  }
}

# Storage and settings of this run alone; nothing of the machine's own is read or left behind.
configure_engine() {
  mkdir -p "$scratch/containers"
  # The limits named here are below what a restricted root may set; the engine's own defaults are not.
  # runc, because crun refuses machines with both generations of cgroups.
  cat >"$scratch/containers/containers.conf" <<EOF
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=8192:8192"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
EOF
  cat >"$scratch/containers/storage.conf" <<EOF
[storage]
driver = "overlay"
graphroot = "$scratch/containers/graph"
runroot = "$scratch/containers/run"
EOF
  export CONTAINERS_CONF="$scratch/containers/containers.conf"
  export CONTAINERS_STORAGE_CONF="$scratch/containers/storage.conf"
}

# The engine keeps its storage mounted; a folder with mounts in it cannot be removed.
release_engine() {
  findmnt --noheadings --raw --output TARGET --submounts --target "$scratch/containers" 2>/dev/null |
    grep -F "$scratch/containers/" | sort -r | while read -r mount; do umount -l "$mount"; done
}
