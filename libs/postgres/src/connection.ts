// One connection to PostgreSQL, also through a pooler (ADR 0029).
// Guarantees: settings of the session (time limits, TimeZone, search_path) hold for every statement, on a server, and
// behind a pooler in session or transaction mode, without leaking to others there; what is past its deadline is
// cancelled at the server and fails here at once; a connection that is lost never ends the process.
//   connecting → direct   the settings went along as start-up parameters, and hold
//              → pooled   a pooler refused or dropped them: they go along with each transaction; statements have no names
//              → failed   the next attempt goes to the next host
//   direct, pooled → cancelled → closed   when the deadline is over
//                  → closed               lost; or the server has become read-only
import { connect } from 'node:net';
import pg from 'pg';
import { DatabaseTimeoutError, ReadOnlyServerError } from './database-errors.js';
import { type Attempt, briefStatement, settingsMark, type Servers } from './servers.js';
import { afterBegin, beforeStatement, beforeText } from './travelling-settings.js';

/** What `pg` has and does not declare. */
interface Internals {
  readonly processID: number | null;
  readonly secretKey: number | null;
  getStartupConf(): Record<string, string>;
}

export interface ConnectionOptions extends pg.ClientConfig {
  readonly servers: Servers;
}

const cancelTimeoutMs = 1000;

export class Connection extends pg.Client {
  private readonly servers: Servers;
  private readonly attempt: Attempt;
  private isPooled: boolean;
  private timer: NodeJS.Timeout | undefined;
  private cancelled: Promise<void> | undefined;
  private closed: Promise<void> | undefined;
  /** Milliseconds for each statement of its own, where a transaction may take longer. */
  private statementMs: number | undefined;
  private onUnlimited: (() => void) | undefined;
  /** Whether what is sent waits for no lock longer than `lockWaitMs` (ADR 0030). */
  waitsBriefly = false;

  constructor({ servers, ...options }: ConnectionOptions) {
    const attempt = servers.nextAttempt();
    super({ ...options, ...attempt.config });
    this.servers = servers;
    this.attempt = attempt;
    this.isPooled = attempt.isPooled;
    this.on('error', () => {});
    this.connection.on('errorMessage', (error: { code?: string }) => this.onServerError(error));
  }

  /** Undeclared by `pg`'s types: what a connection says of itself first. PgBouncer knows TimeZone. */
  protected getStartupConf(): Record<string, string> {
    const inherited = (pg.Client.prototype as unknown as Internals).getStartupConf.call(this);
    const settings = this.attempt.isPooled
      ? {}
      : { ...this.servers.settings, [settingsMark]: 'on' };
    return { ...inherited, ...settings, TimeZone: 'UTC' };
  }

  /** With a callback or without, as `pg` declares it. */
  override connect(...[callback]: never[]): never {
    const connected = this.establish().then(() => this);
    if (callback === undefined) return connected as never;
    const settle = callback as Callback;
    return void connected.then((client) => settle(null, client), settle) as never;
  }

  private async establish(): Promise<void> {
    try {
      await super.connect();
      await this.inspect();
    } catch (error) {
      this.servers.learnFrom(error as Error, this.attempt);
      void this.end();
      throw error;
    }
  }

  /** A pooler may drop parameters silently, and hand out a server that was not yet asked. */
  private async inspect(): Promise<void> {
    const { rows } = await super.query<{ holds: boolean; readOnly: boolean }>(
      `SELECT current_setting('${settingsMark}', true) = 'on' AS holds,
              current_setting('transaction_read_only') = 'on' AS "readOnly"`,
    );
    const { holds, readOnly } = rows[0]!;
    if (readOnly && this.servers.readWrite) throw new ReadOnlyServerError();
    if (this.isPooled || holds) return;
    this.servers.becomePooled();
    this.isPooled = true;
  }

  private onServerError(error: { code?: string }): void {
    const { code } = error;
    this.servers.refused(error);
    // A prepared statement that is unknown, or known already: the server behind the connection is another one.
    if (code === '26000' || code === '42P05') this.servers.becomePooled();
    else if (code !== '25006') return;
    void this.end();
  }

  /** Everything until `unlimit`, which calls `onUnlimited`, has to be done within so many milliseconds. */
  limit(milliseconds: number, each = false, onUnlimited?: () => void): void {
    this.unlimit();
    this.statementMs = each ? milliseconds : undefined;
    this.onUnlimited = onUnlimited;
    this.timer = setTimeout(() => this.giveUp(), Math.max(milliseconds, 1));
  }

  unlimit(): void {
    clearTimeout(this.timer);
    this.statementMs = undefined;
    this.onUnlimited?.();
    this.onUnlimited = undefined;
  }

  private giveUp(): void {
    this.cancelled = this.cancel();
    // What `pg` makes of a broken socket: statements fail, and a pool does not keep the connection.
    this.connection.emit('error', new DatabaseTimeoutError());
    this.connection.stream.pause();
    void this.end();
  }

  /** Asks the server to end the statement that is under way; resolves when it was told, or does not respond. */
  cancel(): Promise<void> {
    const { processID, secretKey } = this as unknown as Internals;
    if (processID === null || secretKey === null) return Promise.resolve();
    const request = Buffer.alloc(16);
    [16, 80877102, processID, secretKey].forEach((each, n) => request.writeInt32BE(each, n * 4));
    // Not the name of the host, behind which there may be several.
    const { remoteAddress } = this.connection.stream as { remoteAddress?: string };
    const isFolder = this.host.startsWith('/');
    const socket = isFolder
      ? connect(`${this.host}/.s.PGSQL.${this.port}`)
      : connect(this.port, remoteAddress ?? this.host);
    socket.setTimeout(cancelTimeoutMs, () => socket.destroy());
    // It is the server that closes: PgBouncer forgets a request whose sender has gone.
    socket.on('error', () => {}).on('connect', () => socket.write(request));
    return new Promise((resolve) => socket.on('close', () => resolve()).resume());
  }

  /** A pooler that learns of the end before it learns of the cancellation would not cancel. */
  override end(callback?: (error: Error) => void): Promise<void> {
    this.closed ??= this.close();
    if (callback !== undefined) void this.closed.then(callback as () => void);
    return this.closed;
  }

  private async close(): Promise<void> {
    this.unlimit();
    await this.cancelled;
    // A server that does not respond does not close its side.
    const { stream } = this.connection;
    const timer = setTimeout(() => stream.destroy(), cancelTimeoutMs).unref();
    await super.end();
    clearTimeout(timer);
  }

  /** In all the forms that `pg` declares. */
  override query(...parameters: never[]): never {
    const { statementMs } = this;
    if (statementMs !== undefined) this.limit(statementMs, true);
    const apply = this.travelling();
    const statement = apply === undefined ? undefined : readStatement(parameters);
    if (apply === undefined || statement === undefined)
      return super.query(...(parameters as unknown as [string])) as never;
    const { config, callback } = statement;
    // A name would be of one server among several.
    if (this.isPooled || !config.values?.length) delete config.name;
    if (callback !== undefined) return this.queryWith(apply, config, callback) as never;
    return new Promise((resolve, reject) => {
      this.queryWith(apply, config, (error, result) => (error ? reject(error) : resolve(result)));
    }) as never;
  }

  /** Settings that have to go along with each transaction. */
  private travelling(): string | undefined {
    const { asStatement, asBriefStatement } = this.servers;
    if (this.isPooled) return this.waitsBriefly ? asBriefStatement : asStatement;
    return this.waitsBriefly && this.getTransactionStatus() === 'I' ? briefStatement : undefined;
  }

  private queryWith(apply: string, config: pg.QueryConfig, callback: Callback): void {
    if (this.getTransactionStatus() !== 'I') super.query(config, callback);
    else if (config.text.trim() === 'BEGIN') super.query(afterBegin(config, apply), callback);
    else if (config.values?.length) super.query(beforeStatement(config, apply, callback));
    else {
      super.query(beforeText(config, apply), (error: Error | null, results: unknown) =>
        callback(error, Array.isArray(results) ? results.at(-1) : results),
      );
    }
  }
}

type Callback = (error: Error | null, result?: unknown) => void;

/** Undefined for an object of another kind, which sends itself. */
function readStatement([first, ...rest]: readonly unknown[]) {
  const config = { ...(typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)) };
  if (typeof config.text !== 'string' || 'submit' in config) return undefined;
  if (Array.isArray(rest[0])) config.values = rest.shift() as unknown[];
  return { config, callback: rest.at(-1) as Callback | undefined };
}
