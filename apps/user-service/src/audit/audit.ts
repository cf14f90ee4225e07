/** What an entry may tell of. */
export const actions = [
  'user.registered',
  'user.updated',
  'user.deleted',
  'user.imported',
  'key.created',
  'key.rotated',
  'key.ended',
  'webhook.created',
  'webhook.rotated',
  'webhook.replayed',
  'webhook.deleted',
  'refused.key',
  'refused.scope',
] as const;

export type Action = (typeof actions)[number];
export type Refusal = Extract<Action, `refused.${string}`>;

/** On whose behalf something is changed: stored with the change, in its statement or transaction. */
export interface Actor {
  /** The id of a stored key, `environment` for one of API_KEYS, `command` for the command. */
  readonly key: string;
  /** As the log names the request; null: there was none. */
  readonly requestId: string | null;
}

/** What happened. It names no person but by the ID of the user. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly action: Action;
  /** As `Actor.key`; null: no key was presented, or none that is valid. */
  readonly key: string | null;
  /** The ID of a user, or the id of a key or webhook. */
  readonly subject: string | null;
  readonly requestId: string | null;
  /** How many refusals this one entry stands for. */
  readonly count: number;
}

export interface AuditPage {
  /** Only entries before the one with this id. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly action: Action | undefined;
  readonly key: string | undefined;
}

export interface AuditLog {
  /** The newest first. */
  list(page: AuditPage): Promise<AuditEntry[]>;
}

export type Audit = ReturnType<typeof createAudit>;

export function createAudit(log: AuditLog) {
  return {
    /** The newest entries first; `more`: there are older ones. */
    async list(page: AuditPage): Promise<{ entries: AuditEntry[]; more: boolean }> {
      const found = await log.list({ ...page, limit: page.limit + 1 });
      return { entries: found.slice(0, page.limit), more: found.length > page.limit };
    },
  };
}
