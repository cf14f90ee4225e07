import { DependencyFault, type Fault } from '@triptych/logging';

const faults: Readonly<Record<string, Omit<Fault, 'code'>>> = {
  NOAUTH: {
    reason: 'login_refused',
    advice: 'Redis wants a password: put it into REDIS_URL (of sentinels: ?sentinel_password=…).',
  },
  WRONGPASS: {
    reason: 'login_refused',
    advice: 'Redis refuses the user name or the password of REDIS_URL.',
  },
  NOPERM: {
    reason: 'missing_grant',
    advice:
      'The user of REDIS_URL lacks a command, key or channel: see "Redis" in docs/operations.md.',
  },
  LOADING: {
    reason: 'starting',
    advice: 'Redis reads its data from disk; it is used as soon as it has.',
  },
  READONLY: {
    reason: 'read_only',
    advice: 'REDIS_URL names a replica: name the master, or the sentinels.',
  },
  CLUSTERDOWN: {
    reason: 'unreachable',
    advice: 'The cluster has slots without a master: see CLUSTER INFO at its nodes.',
  },
  MASTERDOWN: {
    reason: 'unreachable',
    advice:
      'REDIS_URL names a replica that has lost its master: name the master, or the sentinels.',
  },
  MOVED: {
    reason: 'unsupported',
    advice: 'REDIS_URL names a node of a cluster: write redis+cluster://.',
  },
  OOM: {
    reason: 'overloaded',
    advice: 'Redis has reached maxmemory: set maxmemory-policy allkeys-lru, or give it more.',
  },
  MISCONF: {
    reason: 'overloaded',
    advice: 'Redis cannot write to its disk and refuses changes: free the disk, or save nothing.',
  },
  BUSY: {
    reason: 'overloaded',
    advice: "Redis is held up by somebody's script: SCRIPT KILL ends it.",
  },
  MAXCLIENTS: {
    reason: 'overloaded',
    advice: 'Redis has as many clients as maxclients allows.',
  },
  NOMASTER: {
    reason: 'unreachable',
    advice:
      'No sentinel of REDIS_URL names a master: check that they run, and the name in its path.',
  },
  NODB: {
    reason: 'unknown_database',
    advice: 'REDIS_URL names a database that Redis does not have: see its setting databases.',
  },
  TIMEOUT: {
    reason: 'timeout',
    advice: 'Redis is connected and does not reply: it may be frozen, overloaded, or not a Redis.',
  },
};

/** Errors of which the library tells by their text alone. */
const byText: readonly (readonly [RegExp, string])[] = [
  [/max number of clients/, 'MAXCLIENTS'],
  [/DB index is out of range/, 'NODB'],
  [/^Socket timeout|^Command timed out/, 'TIMEOUT'],
  [/^All sentinels are unreachable/, 'NOMASTER'],
];

/** An error of the client as one that says what to do; what is not of Redis stays as it is, a code of Node or TLS too. */
export function describeRedisFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // Of a cluster none of whose nodes can be asked.
  const { lastNodeError } = error as { lastNodeError?: Error };
  if (lastNodeError) return describeRedisFault(lastNodeError);
  // Kept in a text alone by the client of the sentinels.
  const text = error.message.replace(
    /^All sentinels are unreachable.*Last error: (?=[A-Z]{5,} )/,
    '',
  );
  const code = byText.find(([pattern]) => pattern.test(text))?.[1] ?? /^[A-Z]+/.exec(text)?.[0];
  const fault = code === undefined ? undefined : faults[code];
  return fault === undefined || code === undefined
    ? error
    : new DependencyFault({ ...fault, code }, { cause: error });
}

/** Whether an error reply is about the server or the user, not about one command and its key. */
export function isServerFault(error: unknown): boolean {
  const code = /^[A-Z]+/.exec(error instanceof Error ? error.message : '')?.[0];
  return code !== undefined && code in faults;
}

/** For a cluster that says that it cannot serve all keys. */
export function clusterDown(): unknown {
  return describeRedisFault(new Error('CLUSTERDOWN'));
}

/** For a connection of whose end the client says no more than that. */
export function connectionLost(): Error {
  return Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
}
