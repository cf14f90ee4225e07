import type { Place } from '../events/event-cursor.js';
import type { Attempt, OffReason } from './webhook.js';

/** A webhook that this replica alone delivers to, until it settles or its lease is over. */
export interface WebhookClaim {
  readonly id: string;
  readonly token: string;
  readonly url: string;
  /** None: all. */
  readonly types: readonly string[];
  readonly after: Place | null;
  readonly generation: number;
  readonly failures: number;
  /** The secrets to sign with, encrypted, the newest first. */
  readonly sealed: readonly string[];
}

/** How far a replica has come with a claim. */
export interface Settlement {
  readonly after: Place | null;
  readonly attempts: readonly Attempt[];
  /** Whether any event was taken: what failed before is forgotten. */
  readonly anyTaken: boolean;
  /** Milliseconds for which it is left alone; null: nothing has failed. */
  readonly pauseMs: number | null;
  /** To be switched off at once; null: it has only failed, or not even that. */
  readonly off: OffReason | null;
}

export interface WebhookQueue {
  /**
   * Takes webhooks for which there is something new, so long that whoever took one must have settled or be gone. Of
   * replicas that ask at once no two get the same.
   *
   * @param except ids of webhooks that are left to others
   */
  claim(most: number, except?: readonly string[]): Promise<WebhookClaim[]>;
  /**
   * The secrets to sign with now, encrypted; null: it is not delivered to any more, as it was removed, switched off, replayed, or is
   * another replica's.
   */
  sealedSecrets(claim: WebhookClaim): Promise<readonly string[] | null>;
  /**
   * Stores how far it came, and gives the webhook back. What was replayed meanwhile begins where the replay says; of a webhook
   * that another replica has taken, or that was removed, nothing is changed.
   *
   * @returns why this has switched it off; null: it has not
   */
  settle(claim: WebhookClaim, settlement: Settlement): Promise<OffReason | null>;
}
