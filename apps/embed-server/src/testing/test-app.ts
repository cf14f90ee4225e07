import { loadConfig, type Server, type ServerOptions } from '@triptych/service-host';
import { testServerOptions } from '@triptych/testing';
import { buildApp } from '../app.js';
import { compose } from '../compose.js';
import { configSchema } from '../config.js';
import { providersAt } from './oembed-providers.js';
import { startUpstream, type UpstreamPlayer } from './upstream-player.js';

export interface TestApp {
  readonly app: Server;
  readonly upstream: UpstreamPlayer;
  /** Moves the clock of the cache. */
  wait(seconds: number): void;
  /** Resolves when nothing is being fetched from the upstream. */
  settled(): Promise<void>;
  /** Asks again for kept posts that nobody asks for. */
  recheck(): Promise<void>;
  /** What the metrics port would send. */
  metrics(): Promise<string>;
  /** Ends the server alone: others may ask the same upstream. */
  stop(): Promise<void>;
  close(): Promise<void>;
  /** The same, and throws when an upstream was asked what no test foresaw. */
  closeAsForeseen(): Promise<void>;
}

/** The variables that hold the address of another server: those that are one by default. */
const upstreamNames = Object.entries(configSchema.properties)
  .filter(([, schema]) => 'default' in schema && String(schema.default).startsWith('https://'))
  .map(([name]) => name);

/** The real server with its real wiring; every upstream is the player, which ends with it. */
export async function createTestApp(
  environment: Record<string, string> = {},
  upstream?: UpstreamPlayer,
  overrides: Partial<ServerOptions> = {},
): Promise<TestApp> {
  const player = upstream ?? (await startUpstream());
  const bases = Object.fromEntries(upstreamNames.map((name) => [name, player.origin]));
  const config = loadConfig(configSchema, {
    ...bases,
    OEMBED_PROVIDERS: providersAt(player.origin),
    OUTBOUND_ALLOW_HOSTS: player.authority,
    UPSTREAM_DEADLINE_MS: '2000',
    // So that a busy machine is not taken for a thread that is late: an eighth of it is more than three calls may take.
    REQUEST_DEADLINE_MS: '60000',
    PUBLIC_URL: 'https://embeds.example',
    ...environment,
  });
  let now = Date.now();
  const options = testServerOptions({ version: '1.2.3', ...overrides });
  const parts = compose(config, options, () => now);
  const app = await buildApp(parts, options);
  const stop = async () => {
    await app.close();
    await parts.close();
  };
  const close = async () => {
    await stop();
    await player.close();
  };
  return {
    app,
    upstream: player,
    wait: (seconds) => void (now += seconds * 1000),
    settled: () => parts.settled(),
    recheck: () => parts.recheck(),
    metrics: () => options.metrics.metrics(),
    stop,
    close,
    closeAsForeseen: async () => {
      const unforeseen = player.calls.filter((call) => call.startsWith('UNFORESEEN'));
      await close();
      if (unforeseen.length > 0) throw new Error(unforeseen.join(', '));
    },
  };
}
