# shellcheck shell=bash
# Sourced by scripts that make an image of a folder: fill $stage, then begin_image and commit_image. Both the folder and
# the container go when the script ends.
stage=$(mktemp -d)
container=
clear_stage() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$stage"
}
trap clear_stage EXIT

# begin_image BASE: a container that holds what was staged, on top of BASE
begin_image() {
  container=$(buildah --log-level error from --pull-never "$1")
  buildah add -q "$container" "$stage" / >/dev/null
}

# commit_image NAME [buildah config argument...]
commit_image() {
  local name=$1
  shift
  buildah --log-level error config "$@" "$container"
  buildah commit -q "$container" "$name" >/dev/null
}
