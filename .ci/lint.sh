#!/usr/bin/env bash
# Looks at what no linter of the workspace knows: shell scripts, YAML, the gateway's files, the rules of alerts, the rendered manifests.
set -euo pipefail

missing=()
for program in shellcheck yamllint caddy haproxy; do command -v "$program" >/dev/null || missing+=("$program"); done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

mapfile -t scripts < <(git ls-files | grep -E '\.sh$|^\.ci/run$')
shellcheck --external-sources --source-path=SCRIPTDIR "${scripts[@]}"
mapfile -t documents < <(git ls-files '*.yaml' '*.yml')
yamllint --strict -d '{extends: default, rules: {
  document-start: disable,
  indentation: {indent-sequences: whatever},
  line-length: {max: 160},
  truthy: {check-keys: false},
  braces: {max-spaces-inside: 1},
  comments: {min-spaces-from-content: 1}}}' "${documents[@]}"
caddy validate --config docker/gateway/Caddyfile --adapter caddyfile 2>&1 | tail -1
caddy fmt docker/gateway/Caddyfile | diff -u docker/gateway/Caddyfile -
command -v promtool >/dev/null || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus >/dev/null
}
(cd docker/monitoring && promtool test rules ./*.test.yaml)
haproxy -c -dW -f docker/gateway/haproxy.cfg
if command -v kubectl >/dev/null; then
  echo "Kubernetes: $(kubectl kustomize docker/kubernetes/example | grep -c '^kind:') objects"
else
  # Debian's is too old for these files; tools/deployment checks them without it.
  echo 'Kubernetes: not rendered, for want of kubectl'
fi
echo "${#scripts[@]} scripts, ${#documents[@]} YAML documents"
