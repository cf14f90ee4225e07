import pg from 'pg';
import { Connection } from './connection.js';
import { DatabaseTimeoutError } from './database-errors.js';
import { beginWait } from './request-time.js';
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

/** A pool of `Connection`s: whoever takes one has a deadline, and gets one to the next host when one is away. */
export class ConnectionPool extends pg.Pool {
  private readonly servers: Servers;
  private readonly timeoutMs: number;
  private readonly longTransactions: boolean;

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
    this.on('release', (_error, client) => (client as unknown as Connection).unlimit());
  }

  override connect(callback?: Taken): Promise<never> {
    if (callback !== undefined) return this.take(callback) as never;
    return new Promise<pg.PoolClient>((resolve, reject) => {
      this.take((error, client) => (client ? resolve(client) : reject(error!)));
    }) as Promise<never>;
  }

  private take(callback: Taken): void {
    const since = performance.now();
    const wait = beginWait();
    const limit = Math.min(this.timeoutMs, wait.limit);
    let isOver = false;
    const fail = (error: Error | undefined) => {
      isOver = true;
      clearTimeout(timer);
      wait.end();
      callback(error, undefined, () => {});
    };
    // Half of `timeoutMs` is what the pool waits by itself.
    const timer =
      limit < this.timeoutMs / 2
        ? setTimeout(() => fail(new DatabaseTimeoutError()), limit)
        : undefined;
    const attempt = (left: number): void =>
      super.connect((error, client, release) => {
        if (isOver) return void client?.release();
        const spent = performance.now() - since;
        if (client !== undefined) {
          clearTimeout(timer);
          const rest = this.longTransactions ? this.timeoutMs : limit - spent;
          (client as unknown as Connection).limit(rest, this.longTransactions, wait.end);
          callback(error, client, release);
        } else if (
          left > 0 &&
          spent < this.timeoutMs / 2 &&
          error &&
          this.servers.isWorthAnother(error)
        ) {
          attempt(left - 1);
        } else fail(error);
      });
    attempt(this.servers.mostAttempts);
  }
}
