import type { ApiKey } from './api-key.js';

/** A key as routes and the command show it. */
export function keyToWire({ id, name, scopes, createdAt, endsAt, lastUsedAt }: ApiKey) {
  return {
    id,
    name,
    scopes: [...scopes],
    created: createdAt.toISOString(),
    ends: endsAt?.toISOString() ?? null,
    lastUsed: lastUsedAt?.toISOString() ?? null,
  };
}
