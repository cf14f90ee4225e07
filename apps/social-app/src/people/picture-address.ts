import { createHash } from 'node:crypto';

/**
 * Where this service shows the picture of a person: on its own origin, so that nobody who looks at a person is seen by
 * the host that keeps the picture. Null where there is none.
 *
 * @param source the provider's address; it is never sent to a browser
 */
export function pictureAddress(personId: string, source: string | null): string | null {
  return source === null ? null : `/api/pictures/${personId}/${pictureVersion(personId, source)}`;
}

/**
 * 128 bits of a digest of the address: another address is another picture, which a browser may therefore keep for good.
 * Whoever was not sent it cannot name it without knowing the address, and so the picture, already.
 */
export function pictureVersion(personId: string, source: string): string {
  return createHash('sha256').update(`${personId} ${source}`).digest('hex').slice(0, 32);
}
