import pg from 'pg';
import { Connection } from './connection.js';
import { DatabaseTimeoutError } from './database-errors.js';
import { beginWait, lockWaits } from './request-time.js';
import { Semaphore } from './semaphore.js';
import type { Servers } from './servers.js';

interface PoolOptions {
  readonly servers: Servers;
  readonly size: number;
  /** Milliseconds from asking for a connection to giving it back; half of them for the wait. */
  readonly timeoutMs: number;
  /** Whether the limit is for each statement, so that a transaction of many may take as long as it needs. */
  readonly longTransactions: boolean;
}

const second = 1000;

type Taken = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * A pool of `Connection`s: whoever takes one has a deadline, and gets one to the next host when one is away. Statements of
 * Prisma may take any time and wait for any lock, so together they never have all of them (ADR 0029).
 */
export class ConnectionPool extends pg.Pool {
  private readonly servers: Servers;
  private readonly timeoutMs: number;
  private readonly longTransactions: boolean;
  private readonly share: Semaphore;
  /** Connections that are lent within it. */
  private readonly shared = new WeakSet<object>();

  constructor({ servers, size, timeoutMs, longTransactions }: PoolOptions) {
    super({
      servers,
      Client: Connection,
      max: size,
      connectionTimeoutMillis: timeoutMs / 2,
      idleTimeoutMillis: 30 * second,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10 * second,
    } as unknown as pg.PoolConfig);
    this.servers = servers;
    this.timeoutMs = timeoutMs;
    this.longTransactions = longTransactions;
    this.share = new Semaphore(shareOf(size));
    this.on('release', (_error, client) => {
      (client as unknown as Connection).unlimit();
      if (this.shared.delete(client)) this.share.release();
    });
  }

  /** For Prisma: within its share, so that a reserve stays for batches and for the check of readiness. */
  override connect(callback?: Taken): Promise<never> {
    if (callback !== undefined) return this.take(callback, this.share) as never;
    return this.promised((taken) => this.take(taken, this.share)) as never;
  }

  /** For statements that never wait for long: one of all connections. */
  connectAny(): Promise<pg.PoolClient> {
    return this.promised((taken) => this.take(taken, undefined));
  }

  get waiting(): number {
    return this.waitingCount + this.share.waitingCount;
  }

  private promised(take: (taken: Taken) => void): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      take((error, client) => (client ? resolve(client) : reject(error!)));
    });
  }

  private take(callback: Taken, share: Semaphore | undefined): void {
    const since = performance.now();
    const wait = beginWait();
    const waitsBriefly = lockWaits() === 'brief';
    const limit = Math.min(this.timeoutMs, wait.limit);
    const fail = (error: Error | undefined) => {
      wait.end();
      callback(error, undefined, () => {});
    };
    const lend = () =>
      this.lend(since, limit, (error, client, release) => {
        if (client === undefined) {
          share?.release();
          return fail(error);
        }
        if (share !== undefined) this.shared.add(client);
        const connection = client as unknown as Connection;
        const rest = this.longTransactions ? this.timeoutMs : limit - (performance.now() - since);
        connection.limit(rest, this.longTransactions, wait.end);
        connection.waitsBriefly = waitsBriefly;
        callback(error, client, release);
      });
    if (share === undefined) return lend();
    const longest = Math.min(limit, this.timeoutMs / 2);
    share.acquire(lend, longest, () => fail(new DatabaseTimeoutError()));
  }

  /** A connection within `limit` milliseconds after `since`; one to the next host when one is away. */
  private lend(since: number, limit: number, callback: Taken): void {
    let isOver = false;
    const spent = () => performance.now() - since;
    // Half of `timeoutMs` is what the pool waits by itself.
    const timer =
      limit - spent() < this.timeoutMs / 2
        ? setTimeout(() => settle(new DatabaseTimeoutError(), undefined, () => {}), limit - spent())
        : undefined;
    const settle: Taken = (...taken) => {
      isOver = true;
      clearTimeout(timer);
      callback(...taken);
    };
    const attempt = (left: number): void =>
      super.connect((error, client, release) => {
        if (isOver) return void client?.release();
        const mayRepeat = left > 0 && spent() < this.timeoutMs / 2;
        if (client === undefined && mayRepeat && error && this.servers.isWorthAnother(error)) {
          attempt(left - 1);
        } else settle(error, client, release);
      });
    attempt(this.servers.mostAttempts);
  }
}

/** The rest is a reserve: half of a small pool, four of a larger one. */
function shareOf(size: number): number {
  return Math.max(1, size - Math.min(4, Math.ceil(size / 2)));
}
