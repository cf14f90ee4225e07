import type { Log } from '@triptych/logging';
import { emailKeyOf, type EmailUniqueness } from './email-key.js';
import type { Collision, EmailRule } from './email-rule.port.js';

/** Rejects while the keys in the database follow another rule than this process does, and tells the log once. */
export function createRuleCheck(
  rule: EmailRule,
  wanted: EmailUniqueness,
  log: Pick<Log, 'error'>,
): () => Promise<void> {
  let told: EmailUniqueness | undefined;
  return async () => {
    const stored = await rule.settle(wanted);
    if (stored === wanted) return;
    const message =
      `EMAIL_UNIQUENESS is ${wanted}, but this database keeps e-mails unique by ${stored}; ` +
      'not ready until the `rekey` command has changed that, or EMAIL_UNIQUENESS is set back';
    if (told !== stored) log.error({ wanted, stored }, message);
    told = stored;
    throw new Error(message);
  };
}

/**
 * Changes the rule, unless users collide under the new one.
 *
 * @returns the number of collisions; 0: the rule holds now
 */
export async function changeRule(
  rule: EmailRule,
  wanted: EmailUniqueness,
  tell: (collision: Collision) => void,
): Promise<number> {
  if ((await rule.settle(wanted)) === wanted) return 0;
  const keyOf = emailKeyOf(wanted);
  const search = () => rule.findCollisions(keyOf, tell);
  const found = await search();
  if (found > 0) return found;
  // Someone may have registered since: then the change itself finds out, and there is something to tell after all.
  return (await rule.change(wanted, keyOf)) ? 0 : search();
}
