import { DependencyFault } from '@triptych/logging';
import { type EmailKeyOf, emailKeyOf, type EmailUniqueness } from './email-key.js';

/** Users whose e-mails count as one. */
export type Collision = readonly { readonly id: string; readonly email: string }[];

/** What the database remembers of how e-mails are compared. */
export interface UniquenessStore {
  /** Returns the mode of its keys. A database without users that has none yet takes `wanted`, and keeps it. */
  settle(wanted: EmailUniqueness): Promise<EmailUniqueness>;
  /** Reports every collision there would be, and returns how many; its memory does not grow with the users. */
  findCollisions(keyOf: EmailKeyOf, report: (collision: Collision) => void): Promise<number>;
  /**
   * Writes a new key for every user and remembers the mode: all of it, or nothing. Registrations wait meanwhile,
   * look-ups do not. False: two users collide, and nothing was changed.
   */
  change(mode: EmailUniqueness, keyOf: EmailKeyOf): Promise<boolean>;
}

/** Rejects while the database has another mode than this process. */
export function createUniquenessCheck(
  store: Pick<UniquenessStore, 'settle'>,
  wanted: EmailUniqueness,
): () => Promise<void> {
  return async () => {
    const stored = await store.settle(wanted);
    if (stored === wanted) return;
    const advice =
      `EMAIL_UNIQUENESS is ${wanted}, but this database keeps e-mails unique by ${stored}; ` +
      'run the `rekey` command, or set EMAIL_UNIQUENESS back';
    throw new DependencyFault({ reason: 'mismatch', advice });
  };
}

/**
 * Changes the mode of the database, unless users collide in the new one.
 *
 * @returns the number of collisions; with 0 the database has the new mode
 */
export async function changeUniqueness(
  store: UniquenessStore,
  wanted: EmailUniqueness,
  report: (collision: Collision) => void,
): Promise<number> {
  if ((await store.settle(wanted)) === wanted) return 0;
  const keyOf = emailKeyOf(wanted);
  const search = () => store.findCollisions(keyOf, report);
  const found = await search();
  if (found > 0) return found;
  // A registration since the search may collide; the change then fails, and a second search finds the collision.
  return (await store.change(wanted, keyOf)) ? 0 : search();
}
