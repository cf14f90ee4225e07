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
  DENIED: {
    reason: 'login_refused',
    advice:
      'Redis has no password, and so takes connections of its own machine alone: give it one.',
  },
  LOADING: {
    reason: 'starting',
    advice: 'Redis reads its data from disk; it is used as soon as it has.',
  },
  READONLY: {
    reason: 'read_only',
    advice: 'REDIS_URL names a replica: name the master, or the sentinels.',
  },
  NOREPLICAS: {
    reason: 'read_only',
    advice:
      'Redis refuses changes because it has fewer replicas than min-replicas-to-write: see that they run.',
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
  NOCLUSTER: {
    reason: 'unsupported',
    advice: 'REDIS_URL names a server that is no node of a cluster: write redis:// or rediss://.',
  },
  NOCOMMAND: {
    reason: 'unsupported',
    advice:
      'Redis does not know a command: it is renamed, or REDIS_URL names sentinels without redis+sentinel://.',
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

/** Errors that have no code of their own. Those of a script stand in the reply to the script. */
const byText: readonly (readonly [RegExp, string])[] = [
  [/max number of clients/, 'MAXCLIENTS'],
  [/DB index is out of range/, 'NODB'],
  [/^Socket timeout|^Command timed out/, 'TIMEOUT'],
  [/^All sentinels are unreachable/, 'NOMASTER'],
  [/^ERR .*(?:The user executing the script can't|ACL failure in script)/, 'NOPERM'],
  [/^ERR .*(?:unknown command|Unknown Redis command)/, 'NOCOMMAND'],
  [/^ERR This instance has cluster support disabled/, 'NOCLUSTER'],
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
  const code = codeOf(text);
  const fault = faults[code];
  return fault === undefined ? error : new DependencyFault({ ...fault, code }, { cause: error });
}

function codeOf(text: string): string {
  const known = byText.find(([pattern]) => pattern.test(text));
  // Redis 6 puts the error of a command before it into one of the script.
  return known?.[1] ?? /^(?:ERR Error running script .*?: -)?([A-Z]+)/.exec(text)?.[1] ?? '';
}

/** Whether an error reply is about the server or the user, not about one command and its key. */
export function isServerFault(error: unknown): boolean {
  return error instanceof Error && codeOf(error.message) in faults;
}

/** For a cluster that says that it cannot serve all keys. */
export function clusterDown(): unknown {
  return describeRedisFault(new Error('CLUSTERDOWN'));
}

/** For a connection of whose end the client says no more than that. */
export function connectionLost(): Error {
  return Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
}
