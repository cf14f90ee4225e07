import { setFlagsFromString } from 'node:v8';
import { createLogger, DependencyFault, wholeError, type Logger } from '@triptych/logging';
import { connectRedis } from '@triptych/redis';
import { startTracing, traceIds, type Tracing } from '@triptych/tracing';
import closeWithGrace from 'close-with-grace';
import type { Static, TObject } from 'typebox';
import { readBuildInfo, type BuildInfo } from './build-info.js';
import type { ServerOptions } from './create-server.js';
import {
  ConfigError,
  hostFaults,
  loadConfig,
  parseTrustProxy,
  redisSettings,
  type Environment,
  type HostConfig,
} from './config.js';
import { beginDraining, timeForRequests } from './drain.js';
import { Health, type Check } from './health.js';
import { collectProcessMetrics, createRegistry, observeRedis } from './metrics.js';
import { createOpsServer } from './ops-server.js';
import type { Server } from './server.js';

/** A started service, as its `start` function hands it over. */
export interface Service {
  readonly app: Pick<Server, 'listen' | 'close'>;
  /** Dependencies by the name under which the health report lists them. */
  readonly checks?: Readonly<Record<string, Check>>;
  /** Releases what `start` opened; called after the server has finished its requests. */
  close(): Promise<void>;
}

/** What a service finds in place when it starts. */
export interface Host<C> {
  readonly config: C;
  readonly logger: Logger;
  readonly build: BuildInfo;
  readonly server: ServerOptions;
}

export interface ServiceDefinition<S extends TObject> {
  readonly name: string;
  /** `import.meta.url` of main.ts. */
  readonly moduleUrl: string;
  readonly configSchema: S;
  /** Faults of the environment that the schema cannot find. */
  readonly checkConfig?: (config: Static<S>) => readonly string[];
  start(host: Host<Static<S>>): Promise<Service>;
  /** Sub-commands: `node main.js migrate <parameters>`. They run instead of the service and exit. */
  readonly commands?: Readonly<
    Record<string, (host: Host<Static<S>>, parameters: readonly string[]) => Promise<void>>
  >;
}

/** Milliseconds for requests, and for all that is closed after them; what hangs even then ends with the process. */
const hardDeadline = timeForRequests + 5_000;

function readConfig<S extends TObject>(
  definition: ServiceDefinition<S>,
  env: Environment,
): Static<S> {
  try {
    return loadConfig(definition.configSchema, env, (config) => [
      ...hostFaults(config as HostConfig),
      ...(definition.checkConfig?.(config) ?? []),
    ]);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${definition.name}: ${error.message}\n`);
    process.exit(1);
  }
}

function openRedis(config: HostConfig, service: string, logger: Logger) {
  const { url, ...certificates } = redisSettings(config);
  const prefix = `${config.REDIS_PREFIX}:${service}`;
  return url === undefined ? undefined : connectRedis({ url, prefix, ...certificates }, logger);
}

function openHost<S extends TObject>(definition: ServiceDefinition<S>): Host<Static<S>> {
  const config = readConfig(definition, process.env);
  const host = config as HostConfig;
  const build = readBuildInfo(definition.moduleUrl);
  const logger = createLogger({
    name: definition.name,
    level: host.LOG_LEVEL,
    mixin: host.OTEL_EXPORTER_OTLP_ENDPOINT ? traceIds : undefined,
  });
  const server: ServerOptions = {
    name: definition.name,
    logger,
    metrics: createRegistry(definition.name, { exemplars: host.METRICS_EXEMPLARS }),
    version: build.version,
    trustProxy: parseTrustProxy(host.TRUST_PROXY),
    rateLimitMax: host.RATE_LIMIT_MAX,
    redis: openRedis(host, definition.name, logger),
  };
  const { redis } = server;
  if (redis) observeRedis(server.metrics, () => redis.commands.isReady());
  return { config, logger, build, server };
}

/** Before anything that it should see is made; nothing of it is loaded without a receiver. */
async function openTracing({ config, build, server }: Host<unknown>): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, APP_ENV: environment } = config as HostConfig;
  if (endpoint === undefined) return undefined;
  return startTracing({ service: server.name, version: build.version, environment, endpoint });
}

interface Running {
  starting?: Promise<Service>;
  stopping?: boolean;
  tracing?: Tracing | undefined;
}

/** Stops in the order that loses nothing: not ready, a pause for the balancer, requests, resources, ops. */
function stopGracefully(host: Host<unknown>, health: Health, ops: Server, running: Running): void {
  const { SHUTDOWN_DELAY_MS: pause } = host.config as HostConfig;
  const { logger } = host;
  closeWithGrace({ delay: hardDeadline + pause, logger }, async ({ signal, err }) => {
    if (err) logger.error({ err }, 'stopping after an error');
    else logger.info({ signal }, 'stopping');
    health.markStopping();
    running.stopping = true;
    running.starting?.then(({ app }) => beginDraining(app)).catch(() => undefined);
    if (pause > 0 && !err) await new Promise((resolve) => setTimeout(resolve, pause));
    // A start that is under way comes to its end: what it opens would otherwise be torn away in the middle of a write.
    const service = await running.starting?.catch(() => undefined);
    await service?.app.close();
    await service?.close();
    host.server.redis?.close();
    await running.tracing?.stop();
    await ops.close();
    logger.info('stopped');
  });
}

async function serve<S extends TObject>(definition: ServiceDefinition<S>, host: Host<Static<S>>) {
  // V8 may conclude from the survivors of a first burst of requests that a place in the code makes lasting objects,
  // and keep all that is made there until the next full collection (ADR 0020).
  setFlagsFromString('--no-allocation-site-pretenuring');
  const { HOST, PORT, HEALTH_PORT, APP_ENV } = host.config as HostConfig;
  const health = new Health(host.build, APP_ENV, host.logger);
  collectProcessMetrics(host.server.metrics);
  const ops = createOpsServer(health, host.server.metrics, host.logger);
  const running: Running = {};
  stopGracefully(host, health, ops, running);
  const opsAddress = await ops.listen({ host: HOST, port: HEALTH_PORT });
  running.tracing = await openTracing(host);
  if (running.stopping) return;
  running.starting = definition.start(host);
  const service = await running.starting;
  if (running.stopping) return;
  const address = await service.app.listen({ host: HOST, port: PORT });
  await health.markStarted(service.checks ?? {});
  host.logger.info({ address, ops: opsAddress, version: host.build.version }, 'listening');
}

/** A fault that the operator mends has its reason and what to do; frames would tell nothing more. */
function fatalFacts(error: unknown): object {
  if (!(error instanceof DependencyFault)) return { err: wholeError(error) };
  const { reason, code, advice } = error;
  return { reason, code, advice };
}

/** The whole of a service's process: environment, ops port, start, signals; or one of its sub-commands. */
export async function runService<S extends TObject>(
  definition: ServiceDefinition<S>,
): Promise<void> {
  const host = openHost(definition);
  const [command, ...parameters] = process.argv.slice(2);
  try {
    if (command === undefined) return await serve(definition, host);
    const run = definition.commands?.[command];
    if (!run)
      throw new Error(
        `unknown command; there is: ${Object.keys(definition.commands ?? {}).join(', ')}`,
      );
    await run(host, parameters);
    host.server.redis?.close();
  } catch (error) {
    host.logger.fatal(fatalFacts(error), 'cannot go on');
    process.exit(1);
  }
}
