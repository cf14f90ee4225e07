/** Why a dependency does not work: the words of the field `reason`, by which an operator looks up what to do. */
export const faultReasons = [
  'unreachable',
  'unknown_host',
  'timeout',
  'connection_lost',
  'tls',
  'login_refused',
  'unknown_database',
  'missing_grant',
  'migrations',
  'read_only',
  'starting',
  'overloaded',
  'unsupported',
  'mismatch',
  'unknown',
] as const;

export type FaultReason = (typeof faultReasons)[number];

/** What is logged of a fault. Nothing of it comes from a message or a variable, which may hold a secret. */
export interface Fault {
  readonly reason: FaultReason;
  /** The SQLSTATE, Node's error code, or the first word of a reply of Redis. */
  readonly code?: string | undefined;
  /** What the operator can do, in words of our own. */
  readonly advice: string;
}

/** Thrown by what knows more of a fault than its code says. */
export class DependencyFault extends Error implements Fault {
  override readonly name = 'DependencyFault';
  readonly reason: FaultReason;
  readonly code: string | undefined;
  readonly advice: string;

  constructor({ reason, code, advice }: Fault, options?: ErrorOptions) {
    super(advice, options);
    this.reason = reason;
    this.code = code;
    this.advice = advice;
  }
}

/** Any error of a dependency as a fault: the one it wraps, or what the codes of Node in it mean. */
export function describeFault(error: unknown): Fault {
  const found = errorLayers(error);
  const known = found.find(
    (layer): layer is ErrorLayer & DependencyFault => layer instanceof DependencyFault,
  );
  if (known) return known;
  const codes = found.flatMap(codesOf);
  for (const code of codes) {
    const reason = reasonOf(code);
    if (reason) return { reason, code, advice: adviceFor[reason] };
  }
  return { reason: 'unknown', code: codes[0] ?? nameOf(error), advice: adviceFor.unknown };
}

const adviceFor = {
  unreachable: 'Nothing accepts connections there: check host, port, firewall, and that it runs.',
  unknown_host: 'The host name does not resolve: check it, and the DNS of this machine.',
  timeout: 'No reply in time: check host, port, firewall, and how busy it is.',
  connection_lost: 'It ended the connection: see its own log; new connections are tried.',
  tls: 'TLS fails: check its certificate, that of this client and its key, the CA that is trusted here, and whether both sides use TLS.',
  unknown: 'See its own log at this time.',
} as const satisfies Partial<Record<FaultReason, string>>;

const reasonOfCode: Readonly<Record<string, keyof typeof adviceFor>> = {
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  // A socket in the file system.
  ENOENT: 'unreachable',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  EPROTO: 'tls',
};

const tlsCodes =
  /^(?:CERT_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|SELF_SIGNED|DEPTH_ZERO_|HOSTNAME_MISMATCH)/;

function reasonOf(code: string): keyof typeof adviceFor | undefined {
  return reasonOfCode[code] ?? (tlsCodes.test(code) ? 'tls' : undefined);
}

/** What an error may have, of any type. */
export type ErrorLayer = Readonly<Record<string, unknown>>;

/** The error and all it wraps, outermost first: causes, the attempts of a connection, what Prisma wraps. */
export function errorLayers(error: unknown): ErrorLayer[] {
  const layers: ErrorLayer[] = [];
  const queue = [error];
  while (queue.length > 0 && layers.length < 20) {
    const layer = queue.shift();
    if (typeof layer !== 'object' || layer === null) continue;
    const fields = layer as ErrorLayer;
    layers.push(fields);
    const { cause, errors, meta, driverAdapterError } = fields;
    queue.push(
      cause,
      ...(Array.isArray(errors) ? (errors as unknown[]) : []),
      meta,
      driverAdapterError,
    );
  }
  return layers;
}

function codesOf({ originalCode, code }: ErrorLayer): string[] {
  return [originalCode, code].filter(isCode);
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z0-9][A-Z0-9_]{1,63}$/.test(value);
}

function nameOf(error: unknown): string | undefined {
  const { name } = (error ?? {}) as { name?: unknown };
  return typeof name === 'string' && /^[A-Za-z]{1,64}$/.test(name) ? name : undefined;
}
