import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

// DATABASE_URL as libpq reads it: several hosts, TLS, and what Prisma knows beside it (`schema`, `connection_limit`).

/** What is wrong with an address; in our words, since any part of an address may be a secret. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

export interface HostAndPort {
  /** A name, an address or the folder of a Unix socket; undefined: PGHOST, or this machine. */
  readonly host: string | undefined;
  readonly port: number | undefined;
}

export interface Address {
  readonly hosts: readonly HostAndPort[];
  /** Whether servers that are read-only are passed over. */
  readonly readWrite: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  /** Undefined: PGSSLMODE, or none. */
  readonly ssl: ConnectionOptions | boolean | undefined;
  /** Whether TLS begins without asking first (`sslnegotiation=direct`). */
  readonly directTls: boolean;
  readonly channelBinding: boolean;
  /** Whether to go on without TLS where a server has none (`sslmode=prefer`). */
  readonly plainToo: boolean;
  readonly schema: string | undefined;
  readonly applicationName: string | undefined;
  readonly poolSize: number | undefined;
  /** Milliseconds for one host. */
  readonly connectTimeoutMs: number | undefined;
  /** Settings of the session, by name; `-c name=value` of `options` among them. */
  readonly settings: Readonly<Record<string, string>>;
}

const shape = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/;

const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
const known = new Set([
  ...['host', 'port', 'user', 'password', 'dbname', 'application_name', 'options'],
  ...['target_session_attrs', 'connect_timeout', 'schema', 'connection_limit'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'sslnegotiation', 'channel_binding'],
  // A sign for Prisma's own engine; poolers are recognised.
  'pgbouncer',
  ...limits,
]);
/** What libpq knows beside these, and what changes nothing here. */
const ignored = new Set([
  ...['gssencmode', 'gssdelegation', 'gsslib', 'krbsrvname', 'fallback_application_name'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count'],
  ...['tcp_user_timeout', 'client_encoding', 'load_balance_hosts', 'sslcompression', 'sslsni'],
]);

/** @throws AddressError, which holds no part of the address */
export function parseAddress(url: string): Address {
  const [, login = '', authority = '', path = '', search = ''] =
    shape.exec(url) ??
    refuse(
      'must be postgres://user:password@host:port[,host:port]/database?…, ' +
        'with the signs / ? # @ % of user and password percent-encoded',
    );
  const query = readQuery(search);
  const [user, ...rest] = login.split(':');
  return {
    hosts: readHosts(query.get('host') ?? authority, query.get('port')),
    readWrite: readSessionAttributes(query.get('target_session_attrs')),
    user: query.get('user') ?? (decode(user ?? '') || undefined),
    password: query.get('password') ?? (decode(rest.join(':')) || undefined),
    database: query.get('dbname') ?? (decode(path) || undefined),
    ...readTls(query),
    directTls: query.get('sslnegotiation') === 'direct',
    channelBinding: query.get('channel_binding') === 'require',
    schema: query.get('schema') || undefined,
    applicationName: query.get('application_name') || undefined,
    poolSize: readNumber(query, 'connection_limit', 1000),
    connectTimeoutMs: seconds(readNumber(query, 'connect_timeout', 600)),
    settings: {
      ...readOptions(query.get('options') ?? ''),
      ...Object.fromEntries(limits.flatMap((name) => asSetting(name, query.get(name)))),
    },
  };
}

/** For the check of an environment: what is wrong with the address in the variable `name`, if anything. */
export function addressFaults(name: string, url: string | undefined): string[] {
  // Of an address of another kind the schema of the environment has told already.
  if (url === undefined || !/^postgres(ql)?:/.test(url)) return [];
  try {
    parseAddress(url);
    return [];
  } catch (error) {
    if (error instanceof AddressError) return [`${name} ${error.message}`];
    throw error;
  }
}

function refuse(message: string): never {
  throw new AddressError(message);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('has a % that begins no escape: write %25');
  }
}

function readQuery(search: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const pair of search.split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=');
    if (ignored.has(name)) continue;
    // The name itself is not repeated: it may be the end of a password with a raw question mark.
    if (!known.has(name)) refuse(`has an unknown parameter; known are ${[...known].join(', ')}`);
    query.set(name, decode(value.join('=').replaceAll('+', ' ')));
  }
  return query;
}

function readHosts(list: string, ports: string | undefined): HostAndPort[] {
  const given = (ports ?? '').split(',');
  return list.split(',').map((each, index) => {
    const [, host = '', port = given[index] ?? given[0] ?? ''] =
      /^(\/.*|\[[^\]]+\]|[^:]*)(?::(\d*))?$/.exec(each) ?? refuse('names a host that is none');
    if (port !== '' && !(Number(port) > 0 && Number(port) < 65536))
      refuse('has a port that is none');
    return {
      host: decode(host.replace(/^\[(.*)\]$/, '$1')) || undefined,
      port: port === '' ? undefined : Number(port),
    };
  });
}

function readSessionAttributes(wanted = 'any'): boolean {
  if (['read-write', 'primary'].includes(wanted)) return true;
  return wanted === 'any' ? false : refuse('must have target_session_attrs read-write or any');
}

function readNumber(query: ReadonlyMap<string, string>, name: string, most: number) {
  const text = query.get(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value > 0 && value <= most ? value : refuse(`must have ${name} from 1 to ${most}`);
}

const seconds = (count: number | undefined) => (count === undefined ? undefined : count * 1000);

function asSetting(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

/** `-c name=value` and `--name=value`, with a backslash before a space that belongs to a value. */
function readOptions(options: string): Record<string, string> {
  const words = options.replaceAll(/(^|\s)-c\s*/g, '$1--').match(/(?:\\.|[^\s\\])+/g) ?? [];
  return Object.fromEntries(
    words.map((word) => {
      const [, name = '', value = ''] =
        /^--([\w.-]+)=(.*)$/s.exec(word) ?? refuse('must have options of the form -c name=value');
      return [name.replaceAll('-', '_'), value.replaceAll(/\\(.)/gs, '$1')];
    }),
  );
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * As libpq: `require` encrypts and believes any certificate, unless there is a root certificate; `verify-ca` wants a
 * chain to it, `verify-full` also the name of the host. Without a mode, a root certificate or `ssl=true` mean
 * `verify-full`.
 */
function readTls(query: ReadonlyMap<string, string>): Pick<Address, 'ssl' | 'plainToo'> {
  const ca = readPem(query, 'sslrootcert');
  const mode = query.get('sslmode') ?? defaultMode(query);
  if (mode === undefined) return { ssl: undefined, plainToo: false };
  if (!sslModes.includes(mode)) refuse(`must have sslmode ${sslModes.join(', ')}`);
  if (mode === 'disable') return { ssl: false, plainToo: false };
  if (mode === 'verify-ca' && ca === undefined) refuse('must have sslrootcert with verify-ca');
  if (query.has('sslcert') !== query.has('sslkey')) refuse('must have both sslcert and sslkey');
  const own = { ca, cert: readPem(query, 'sslcert'), key: readPem(query, 'sslkey') };
  const given = Object.fromEntries(Object.entries(own).filter(([, pem]) => pem !== undefined));
  const chainOnly = mode === 'verify-ca' || (mode === 'require' && ca !== undefined);
  return {
    ssl: {
      ...given,
      rejectUnauthorized: mode === 'verify-full' || chainOnly,
      ...(chainOnly && { checkServerIdentity: () => undefined }),
    },
    plainToo: mode === 'prefer' || mode === 'allow',
  };
}

function defaultMode(query: ReadonlyMap<string, string>): string | undefined {
  const ssl = query.get('ssl');
  if (ssl !== undefined) return ['0', 'false'].includes(ssl) ? 'disable' : 'verify-full';
  const named = ['sslrootcert', 'sslcert', 'sslkey'].some((name) => query.has(name));
  return named ? 'verify-full' : undefined;
}

/** `system` names the certificates that Node brings along, which are used when none are named. */
function readPem(query: ReadonlyMap<string, string>, name: string): string | undefined {
  const file = query.get(name);
  if (file === undefined || (name === 'sslrootcert' && file === 'system')) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return refuse(`names in ${name} a file that cannot be read`);
  }
}
