import type { Language } from '../languages/languages.js';

/** After this since it was asked for, a mail that still cannot be sent is given up. */
export const longestTryingMs = 3 * 24 * 3_600_000;
/** How long a link can be used, from the try that may have sent it. */
export const linkLifeMs = 24 * 3_600_000;

/** Milliseconds after a mail in which no other is sent to the same user, whatever the e-mail. */
export const shortestBetweenMs = 60_000;
export const mostInADay = 5;

/** A mail that this replica alone sends, until it settles or its lease is over. */
export interface MailClaim {
  readonly userId: string;
  readonly token: string;
  /** Of the mail: the same on each try. */
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  /** Tries that failed by a fault of this one mail. */
  readonly failures: number;
  /** The link of this try, by its place in the list that the claim was given. */
  readonly link: number;
}

/** What becomes of a claimed mail. */
export interface MailSettlement {
  /** Null: it is not tried again. */
  readonly pauseMs: number | null;
  readonly failures: number;
}

export interface MailQueue {
  /**
   * Takes mails that are due, one for each hash at most, and stores the hashes as those of their links.
   */
  claim(hashes: readonly string[]): Promise<MailClaim[]>;
  /**
   * Nothing where the claim is no longer this replica's, or the user is gone.
   *
   * @returns whether a mail that was to be tried again is given up, for its time is over
   */
  settle(claim: MailClaim, settlement: MailSettlement): Promise<boolean>;
  /**
   * Makes mails due for the users whose e-mails others have asked for, where they may be sent one, and forgets who asked.
   *
   * @returns how many requests were dealt with
   */
  admit(most: number): Promise<number>;
}
