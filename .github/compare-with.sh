#!/usr/bin/env bash
# Tells Nx which commit to compare with: BASE where the clone has it, else the very first one.
set -euo pipefail
git cat-file -e "$BASE^{commit}" 2>/dev/null || BASE=$(git rev-list --max-parents=0 HEAD | tail -1)
{
  echo "NX_BASE=$BASE"
  echo "NX_HEAD=$(git rev-parse HEAD)"
} >>"$GITHUB_ENV"
