import { createHash } from 'node:crypto';

/** 43 letters for the bytes, one part after the other. */
export function checksum(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}
