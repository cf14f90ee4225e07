import { readFileSync } from 'node:fs';
import { redisFaults } from '@triptych/redis';
import { Type, type Static, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { placeholderFaults } from './placeholders.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every fault of the environment together. It never holds a value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** `NAME`, or the content of the file that `NAME_FILE` names; an empty value counts as absent. */
function readVariable(name: string, env: Environment, faults: string[]): string | undefined {
  const direct = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    faults.push(`${name} and ${name}_FILE are both set`);
    return direct;
  }
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    faults.push(`${name}_FILE names a file that cannot be read`);
    return undefined;
  }
}

/**
 * Reads the environment once: strings are converted to the schema's types, defaults filled in.
 *
 * @param check faults that the schema cannot find (a value that depends on another one)
 * @throws ConfigError naming every fault together
 */
export function loadConfig<S extends TObject>(
  schema: S,
  env: Environment,
  check: (config: Static<S>) => readonly string[] = () => [],
): Static<S> {
  const faults: string[] = [];
  const raw: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = readVariable(name, env, faults);
    if (value !== undefined) raw[name] = value;
  }
  const config = Value.Default(schema, Value.Convert(schema, raw));
  faults.push(...schemaFaults(schema, config as Record<string, unknown>));
  faults.push(...checkWhatIsThere(config as Static<S>, check, faults.length > 0));
  if (faults.length > 0) throw new ConfigError(faults);
  return config as Static<S>;
}

/** Faults are reported together, so the check also runs on a faulty config, where it may fail for want of a value. */
function checkWhatIsThere<C>(config: C, check: (config: C) => readonly string[], faulty: boolean) {
  try {
    return check(config);
  } catch (error) {
    if (faulty) return [];
    throw error;
  }
}

/**
 * The members of a variable that holds several, separated by commas or white space.
 *
 * @returns none of them empty, in their order
 */
export function listOf(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}

/** Variable by variable, because the validator stops after some faults. */
function schemaFaults(schema: TObject, config: Readonly<Record<string, unknown>>): string[] {
  const missing = (schema.required ?? []).filter((name) => config[name] === undefined);
  const wrong = Object.entries(schema.properties).flatMap(([name, property]) =>
    config[name] === undefined
      ? []
      : Value.Errors(property, config[name]).map(({ message }) => `${name} ${message}`),
  );
  return [...missing.map((name) => `${name} must be set`), ...wrong];
}

export interface ServicePorts {
  /** Default main port. */
  readonly port: number;
  /** Default ops port. */
  readonly healthPort: number;
}

const trustProxyPattern =
  '^(\\d{1,2}|[0-9A-Fa-f.:]+(/\\d{1,3})?(\\s*,\\s*[0-9A-Fa-f.:]+(/\\d{1,3})?)*)$';

const redisEnvironment = {
  REDIS_URL: Type.Optional(
    Type.String({
      description: 'redis[s]://, redis[s]+sentinel:// or redis[s]+cluster://; none: in-process',
    }),
  ),
  REDIS_PREFIX: Type.String({
    default: 'triptych',
    pattern: '^[A-Za-z0-9._-]{1,64}$',
    description: 'begins every key and channel; another one for each stage that shares a Redis',
  }),
  REDIS_CA: Type.Optional(
    Type.String({ description: 'PEM: the authority of your own that signed for Redis' }),
  ),
  REDIS_CERT: Type.Optional(
    Type.String({ description: 'PEM: a certificate, for a Redis that asks for one' }),
  ),
  REDIS_KEY: Type.Optional(Type.String({ description: 'PEM: the key of REDIS_CERT' })),
};

/** The variables that every service reads; an app spreads its own beside them. */
export function hostEnvironment(defaults: ServicePorts) {
  return {
    HOST: Type.String({ default: '127.0.0.1', description: 'address both listeners bind to' }),
    PORT: Type.Integer({ minimum: 0, maximum: 65535, default: defaults.port }),
    HEALTH_PORT: Type.Integer({ minimum: 0, maximum: 65535, default: defaults.healthPort }),
    APP_ENV: Type.String({ default: 'development', pattern: '^[a-z][a-z0-9-]{0,31}$' }),
    LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      default: 'info',
    }),
    TRUST_PROXY: Type.Optional(
      Type.String({ pattern: trustProxyPattern, description: 'hop count, or CIDRs; never all' }),
    ),
    RATE_LIMIT_MAX: Type.Integer({
      minimum: 0,
      default: 300,
      description: 'requests a minute and client; 0 turns the limit off',
    }),
    ...redisEnvironment,
    OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s?#]+$',
        description: 'receiver of traces, OTLP over HTTP; none: no traces',
      }),
    ),
    METRICS_EXEMPLARS: Type.Boolean({
      default: false,
      description: 'metrics as OpenMetrics; with traces, each duration names one',
    }),
    SHUTDOWN_DELAY_MS: Type.Integer({
      minimum: 0,
      maximum: 60_000,
      default: 0,
      description: 'how long to stay up, not ready, so that the balancer takes it out first',
    }),
  };
}

/** What service-host itself takes from a config. */
export type HostConfig = Static<TObject<ReturnType<typeof hostEnvironment>>>;

/** What `REDIS_*` say of the connection. */
export function redisSettings(config: HostConfig) {
  const { REDIS_URL: url, REDIS_CA: ca, REDIS_CERT: cert, REDIS_KEY: key } = config;
  return { url, ca, cert, key };
}

/** Faults of what every service reads that the schema cannot find. */
export function hostFaults(config: HostConfig): readonly string[] {
  return [...redisFaults(redisSettings(config)), ...placeholderFaults(config)];
}

/** Whether `X-Forwarded-*` of the peer at `address`, `hop` steps away, is believed. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

/**
 * `TRUST_PROXY` as Fastify takes it: false, a list of CIDRs, or a number of hops.
 *
 * A bare `true` would let any client choose its own address, so there is no such value. A hop count is
 * only safe where nobody but the proxies can reach the port; Fastify itself no longer offers it.
 */
export function parseTrustProxy(value: string | undefined): TrustProxy {
  if (value === undefined) return false;
  if (!/^\d+$/.test(value)) return value.split(',').map((cidr) => cidr.trim());
  const hops = Number(value);
  return (_address, hop) => hop < hops;
}
