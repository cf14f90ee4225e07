import type pg from 'pg';
import type { Address } from './address.js';
import { lockWaitMs } from './contended.js';
import { sqlState } from './database-errors.js';
import { asStatement } from './travelling-settings.js';

/** Told with the other parameters at the start of a connection: where it is missing afterwards, they all are. */
export const settingsMark = 'triptych.settings';

const briefWaits = { lock_timeout: `${lockWaitMs}` };
/** The one setting that a direct connection does not have already. */
export const briefStatement = asStatement(briefWaits);

/** How one connection is tried. */
export interface Attempt {
  readonly config: pg.ClientConfig;
  readonly host: number;
  readonly isPooled: boolean;
}

interface ServersOptions {
  readonly address: Address;
  readonly applicationName: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Milliseconds for one host. */
  readonly connectTimeoutMs: number;
  /** Called when it turns out that a pooler is between. */
  readonly onPooler?: () => void;
  /** Called with each error that the server, or a pooler, sends. */
  readonly onRefusal?: (error: unknown) => void;
}

/** What the connections to one address know together: the host to ask next, and whether a pooler is between. */
export class Servers {
  readonly settings: Readonly<Record<string, string>>;
  /** The settings as a statement, for one transaction; the brief form is of one that waits for no lock for long. */
  readonly asStatement: string;
  readonly asBriefStatement: string;
  readonly readWrite: boolean;
  private readonly options: ServersOptions;
  private readonly retryable = new WeakSet<object>();
  private host = 0;
  private isPooled = false;
  private isPlain = false;

  constructor(options: ServersOptions) {
    const { address, settings } = options;
    this.options = options;
    const path = address.schema && { search_path: `"${address.schema.replaceAll('"', '""')}"` };
    this.settings = { ...settings, ...path, ...address.settings };
    const all = { ...this.settings, TimeZone: 'UTC' };
    this.asStatement = asStatement(all);
    this.asBriefStatement = asStatement({ ...all, ...briefWaits });
    this.readWrite = address.readWrite;
  }

  refused(error: unknown): void {
    this.options.onRefusal?.(error);
  }

  /** Attempts after which nothing new can be learnt. */
  get mostAttempts(): number {
    return 2 * this.options.address.hosts.length + 2;
  }

  nextAttempt(): Attempt {
    const { address, applicationName, connectTimeoutMs } = this.options;
    const { user, password, database, ssl, directTls, channelBinding } = address;
    const { host, port } = address.hosts[this.host]!;
    const config = Object.entries({
      ...{ host, port, user, password, database },
      ssl: this.isPlain ? false : ssl,
      sslnegotiation: directTls ? 'direct' : undefined,
      enableChannelBinding: channelBinding,
      application_name: address.applicationName ?? applicationName,
      connectionTimeoutMillis: address.connectTimeoutMs ?? connectTimeoutMs,
    }).filter(([, value]) => value !== undefined);
    return { config: Object.fromEntries(config), host: this.host, isPooled: this.isPooled };
  }

  /** Remembers what a failed attempt says about the next one. */
  learnFrom(error: Error, attempt: Attempt): void {
    const { hosts, plainToo } = this.options.address;
    if (sqlState(error) === '08P01' && !attempt.isPooled) this.becomePooled();
    else if (plainToo && attempt.config.ssl !== false && error.message.includes('support SSL'))
      this.isPlain = true;
    else if (hosts.length === 1) return;
    else if (attempt.host === this.host) this.host = (this.host + 1) % hosts.length;
    this.retryable.add(error);
  }

  /** Whether the next attempt may go better than the one that failed so. */
  isWorthAnother(error: Error): boolean {
    return [error, error.cause].some((each) => this.retryable.has(each as object));
  }

  becomePooled(): void {
    if (this.isPooled) return;
    this.isPooled = true;
    this.options.onPooler?.();
  }
}
