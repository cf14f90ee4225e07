/** Where Redis is and who asks it. */
export interface RedisTarget {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly tls: boolean;
  /** The server, the sentinels, or some nodes of the cluster. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly db: number;
  /** Sentinel: the name of the master, and who asks the sentinels. */
  readonly master?: string;
  readonly sentinelUsername?: string;
  readonly sentinelPassword?: string;
}

/** What is wrong with `REDIS_URL`, in words of this code: nothing of the value is in it. */
export class InvalidRedisUrl extends Error {
  override readonly name = 'InvalidRedisUrl';

  constructor(fault: string) {
    super(`REDIS_URL ${fault}`);
  }
}

const forms =
  'must be redis[s]://[user:password@]host[:port][/db], redis[s]+sentinel://host[:port],…/master[/db] or redis[s]+cluster://host[:port],…';
const encoding =
  'has a sign that must be percent-encoded, such as / ? # @ or % in the user name or the password';

/**
 * Reads the value of `REDIS_URL`. In the scheme `-` stands for `+` as well; sentinels may want
 * `?sentinel_username=…&sentinel_password=…`. Ports are 6379 and, of sentinels, 26379 by default.
 *
 * @throws InvalidRedisUrl
 */
export function parseRedisUrl(url: string): RedisTarget {
  const [, scheme, form, rest] = /^(rediss?)(?:[+-](sentinel|cluster))?:\/\/(.+)$/s.exec(url) ?? [];
  if (rest === undefined) throw new InvalidRedisUrl(forms);
  const [, authority, path = '', query = ''] =
    /^([^/?#\s]+)(?:\/([^?#@\s]*))?(?:\?([^#@\s]*))?$/.exec(rest) ?? [];
  if (authority === undefined) throw new InvalidRedisUrl(encoding);
  const [, user, hosts = ''] = /^(?:([\w.~!$&'()*+,;=:%-]*)@)?([^@]+)$/.exec(authority) ?? [];
  if (hosts === '') throw new InvalidRedisUrl(encoding);
  const kind = (form ?? 'single') as RedisTarget['kind'];
  const target = {
    kind,
    tls: scheme === 'rediss',
    hosts: hosts.split(',').map((host) => parseHost(host, kind === 'sentinel' ? 26_379 : 6_379)),
    ...parseUser(user),
  };
  if (kind === 'single' && target.hosts.length > 1) {
    throw new InvalidRedisUrl(
      'names several hosts, which takes redis+sentinel:// or redis+cluster://',
    );
  }
  return { ...target, ...parsePath(kind, path), ...parseQuery(kind, query) };
}

function parseHost(text: string, defaultPort: number) {
  try {
    const { hostname, port, username, pathname } = new URL(`tcp://${text}`);
    if (hostname !== '' && username === '' && pathname === '') {
      const host = hostname.replace(/^\[|\]$/g, '');
      return { host, port: port === '' ? defaultPort : Number(port) };
    }
  } catch {
    // Reported below, without the text.
  }
  throw new InvalidRedisUrl('names a host or a port that is none');
}

function parseUser(user: string | undefined) {
  if (user === undefined) return {};
  const colon = user.indexOf(':');
  const [name, password] =
    colon === -1 ? [user, ''] : [user.slice(0, colon), user.slice(colon + 1)];
  return {
    ...(name !== '' && { username: decode(name) }),
    ...(password !== '' && { password: decode(password) }),
  };
}

function parsePath(kind: RedisTarget['kind'], path: string) {
  const parts = path === '' ? [] : path.split('/');
  const master = kind === 'sentinel' ? decode(parts.shift() ?? '') : undefined;
  if (master === '') throw new InvalidRedisUrl('lacks the name of the master: …/name');
  const [db = '0', ...more] = parts;
  if (!/^\d{1,5}$/.test(db) || more.length > 0) {
    throw new InvalidRedisUrl('has a path that is no number of a database');
  }
  if (kind === 'cluster' && Number(db) !== 0) {
    throw new InvalidRedisUrl('names a database, of which a cluster has none but 0');
  }
  return { db: Number(db), ...(master !== undefined && { master }) };
}

const parameters = {
  sentinel_username: 'sentinelUsername',
  sentinel_password: 'sentinelPassword',
} as const;

function parseQuery(kind: RedisTarget['kind'], query: string) {
  const read: Partial<Record<(typeof parameters)[keyof typeof parameters], string>> = {};
  for (const part of query === '' ? [] : query.split('&')) {
    const [, name, value = ''] = /^([a-z_]+)=(.*)$/.exec(part) ?? [];
    if (kind !== 'sentinel' || name === undefined || !(name in parameters)) {
      throw new InvalidRedisUrl(
        'has a parameter that is unknown; there are sentinel_username and sentinel_password',
      );
    }
    read[parameters[name as keyof typeof parameters]] = decode(value);
  }
  return read;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidRedisUrl(encoding);
  }
}
