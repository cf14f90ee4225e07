import type { MailClaim } from '../verification/mail-queue.js';
import { createLink } from '../verification/verification-link.js';
import type { TestStores } from './test-app.js';

/** What was settled so is over. */
export const over = { pauseMs: null, failures: 0 };

/** What tests of mails do again and again. */
export function mailSteps(world: () => TestStores) {
  /** With a link for each claim. */
  async function claim(most = 10): Promise<(MailClaim & { hash: string })[]> {
    // What is due now is due within the millisecond to which the database rounds.
    await world().query(`UPDATE verification_mails
      SET asked_at = asked_at - interval '1 ms', due_at = due_at - interval '1 ms', claimed_until = claimed_until - interval '1 ms'`);
    const hashes = Array.from({ length: most }, () => createLink().hash);
    const claims = await world().stores.mailQueue.claim(hashes);
    return claims.map((one) => ({ ...one, hash: hashes[one.link]! }));
  }
  return {
    claim,
    claimOne: async () => {
      const [one, ...more] = await claim();
      if (one === undefined || more.length > 0) throw new Error('not exactly one mail is due');
      return one;
    },
    /** As if the mails had been asked for so long before. */
    later: (interval: string) =>
      world().query(`UPDATE verification_mails SET asked_at = asked_at - interval '${interval}'`),
    ask: async (email: string) => {
      await world().stores.verification.request(email, 'fr');
      return world().stores.mailQueue.admit(10);
    },
    countOf: async (table: string) => {
      const rows = await world().query(`SELECT count(*)::int AS rows FROM ${table}`);
      return (rows as [{ rows: number }])[0].rows;
    },
  };
}
