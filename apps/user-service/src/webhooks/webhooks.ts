import { randomUUID } from 'node:crypto';
import type { Fault } from '@triptych/schemas';
import type { Actor } from '../audit/audit.js';
import { parseCursor, type Place } from '../events/event-cursor.js';
import { CursorExpired, InvalidCursor } from '../events/events.errors.js';
import type { EventLog } from '../events/events.js';
import type { SecretEncryption } from './secret-encryption.js';
import { findWebhook, knownId } from './find-webhook.js';
import { createWebhookSecret } from './webhook-secret.js';
import type { Attempt, StoredAttempt, Webhook } from './webhook.js';
import { InvalidWebhook, TooManyWebhooks, WebhookNotFound } from './webhooks.errors.js';

export interface WebhookStore {
  /** Null: there are as many as there may be. */
  create(webhook: NewWebhook, by: Actor): Promise<Webhook | null>;
  /** In the order in which they were made. */
  list(): Promise<Webhook[]>;
  find(id: string): Promise<Webhook | null>;
  /** False: there is no such webhook. */
  remove(id: string, by: Actor): Promise<boolean>;
  /** The former secrets end after `overlap` seconds at the latest. False: there is no such webhook. */
  addSecret(id: string, sealed: string, overlap: number, by: Actor): Promise<boolean>;
  /** Goes on after this place, and switches it on again; null: there is no such webhook. */
  replay(id: string, after: Place | null, by: Actor): Promise<Webhook | null>;
  /** The newest first. */
  attempts(id: string, page: AttemptPage): Promise<StoredAttempt[]>;
  addAttempt(id: string, attempt: Attempt): Promise<void>;
  /** The newest first, encrypted. */
  sealedSecrets(id: string): Promise<readonly string[]>;
}

export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly after: Place;
  readonly sealed: string;
}

export interface AttemptPage {
  /** Only attempts before the one with this id. */
  readonly after: string | undefined;
  readonly limit: number;
}

export interface WebhookParts {
  readonly store: WebhookStore;
  readonly log: EventLog;
  readonly encryption: SecretEncryption;
  /** Throws where deliveries to this URL would be refused. */
  readonly checkUrl: (url: string) => void;
}

/** Seconds for which a secret that was replaced goes on signing, where nothing else is said: a day, for a roll-out. */
export const usualOverlap = 86_400;
export const longestOverlap = 30 * 86_400;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Who is told of changes, as those see it who manage them. */
export function createWebhooks({ store, log, encryption, checkUrl }: WebhookParts) {
  return {
    /**
     * It is told of all that is committed later. The secret is shown to nobody afterwards.
     *
     * @throws InvalidWebhook, TooManyWebhooks
     */
    async create(
      { url, types = [] }: { url: string; types?: readonly string[] | undefined },
      by: Actor,
    ): Promise<{ webhook: Webhook; secret: string }> {
      const faults = faultsOfUrl(url, checkUrl);
      if (faults.length > 0) throw new InvalidWebhook({ faults });
      const [id, secret] = [randomUUID(), createWebhookSecret()];
      // Before the insert: what is committed between the two is delivered.
      const after = parseCursor(await log.newest())!;
      const sealed = encryption.seal(secret, id);
      const webhook = await store.create(
        { id, url, types: [...new Set(types)], after, sealed },
        by,
      );
      if (webhook === null) throw new TooManyWebhooks();
      return { webhook, secret };
    },

    list: () => store.list(),

    /** @throws WebhookNotFound */
    async remove(id: string, by: Actor): Promise<void> {
      if (!(await store.remove(knownId(id), by))) throw new WebhookNotFound();
    },

    /**
     * Returns the new secret; the former ones go on signing for the overlap.
     *
     * @throws WebhookNotFound
     */
    async rotate(
      id: string,
      { overlap = usualOverlap }: { overlap?: number | undefined },
      by: Actor,
    ) {
      const secret = createWebhookSecret();
      const sealed = encryption.seal(secret, knownId(id).toLowerCase());
      if (!(await store.addSecret(id, sealed, overlap, by))) throw new WebhookNotFound();
      return { webhook: await findWebhook(store, id), secret };
    },

    /**
     * Delivers again what came after a cursor, and switches the webhook on.
     *
     * @param cursor null: from the oldest event that is kept
     * @throws WebhookNotFound, InvalidCursor, CursorExpired
     */
    async replay(id: string, cursor: string | null, by: Actor): Promise<Webhook> {
      const after = cursor === null ? null : parseCursor(cursor);
      if (cursor !== null && after === null) throw new InvalidCursor();
      await findWebhook(store, id);
      if ((await log.read(after, 1)) === null) throw new CursorExpired();
      const replayed = await store.replay(id, after, by);
      if (replayed === null) throw new WebhookNotFound();
      return replayed;
    },
  };
}

function faultsOfUrl(url: string, checkUrl: (url: string) => void): Fault[] {
  try {
    checkUrl(url);
    return [];
  } catch {
    return [{ pointer: '/url', detail: 'must be an https URL on port 443 with a public host' }];
  }
}
