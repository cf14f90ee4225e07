import type { EmailKeyOf, EmailUniqueness } from './email-key.js';

/** Users whose e-mails count as one. */
export type Collision = readonly { readonly id: string; readonly email: string }[];

/** What the database remembers of how e-mails are compared. */
export interface EmailRule {
  /** The rule its keys follow. While it has no users and was never asked, it takes `wanted`, and keeps it. */
  settle(wanted: EmailUniqueness): Promise<EmailUniqueness>;
  /** Tells every collision there would be, and how many; what it needs of memory does not grow with the users. */
  findCollisions(keyOf: EmailKeyOf, tell: (collision: Collision) => void): Promise<number>;
  /**
   * Gives every user a new key and remembers the rule: all of it, or nothing. Registrations wait meanwhile, look-ups
   * do not. False: two users collide, and nothing was changed.
   */
  change(rule: EmailUniqueness, keyOf: EmailKeyOf): Promise<boolean>;
}
