import { freePort } from '@triptych/free-port';
import { callbackPath, startLocalIdp } from '@triptych/local-idp';
import { startUpstreamPlayer } from '@triptych/upstream-player';
import { migrate, type Release, type Service } from './replica.js';

/** A service with what makes a replica of it listen and not be ready. */
export interface DrilledService extends Service {
  readonly unready?: Service['env'];
}

const client = { id: 'drill', secret: 'a secret of the drill', name: 'Triptych' };
/** Of the management routes of user-service. */
export const apiKey = 'a-key-of-the-drill';
/** Nobody listens there. */
const nowhere = '127.0.0.1:1';

/** Something that can be away for a while, and comes back under the same address. */
export interface Restartable {
  start(): Promise<void>;
  close(): Promise<void>;
}

/** What the services depend on. */
export interface Dependencies {
  /** Of a new database. */
  readonly createDatabase: (name: string) => Promise<string>;
  readonly redisUrl: string;
  /** Further variables of services, by name. */
  readonly settings?: Readonly<Record<string, Service['env']>>;
}

/**
 * The three services with databases of their own, one Redis, recorded upstreams and a provider to sign in at.
 *
 * @param publicUrl where people reach social-app
 * @param release which migrates the databases
 */
export async function createServices(
  publicUrl: string,
  { createDatabase, redisUrl, settings = {} }: Dependencies,
  release: Release,
) {
  const [playerPort, providerPort] = [await freePort(), await freePort()];
  const redirectUris = [publicUrl + callbackPath];
  const clients = [{ ...client, redirectUris }];
  const startPlayer = () => startUpstreamPlayer({ port: playerPort });
  const startProvider = () => startLocalIdp({ port: providerPort, clients });
  const [player, provider] = [await startPlayer(), await startProvider()];
  const shared = { REDIS_URL: redisUrl };
  const services: DrilledService[] = [
    await listening('embed-server', { ...shared, ...player.settings }),
    await withDatabase('user-service', release, {
      ...shared,
      DATABASE_URL: await createDatabase('users'),
      API_KEYS: apiKey,
      ...settings['user-service'],
    }),
    await withDatabase('social-app', release, {
      ...shared,
      DATABASE_URL: await createDatabase('social'),
      PUBLIC_URL: publicUrl,
      SESSION_SECRET: 'a secret that only the drill knows 12',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      MESSAGE_LIMIT: '0',
      SIGN_IN_LIMIT: '0',
      FRIEND_REQUEST_LIMIT: '0',
      ...settings['social-app'],
    }),
  ];
  const around = {
    upstreams: restartable(player, startPlayer),
    provider: restartable(provider, startProvider),
  };
  return {
    services,
    around,
    /** Paths of posts that embed-server can show. */
    posts: player.links.filter(({ title }) => !/\(\d{3}\)/.test(title)).map(({ path }) => path),
    async close() {
      await around.upstreams.close();
      await around.provider.close();
    },
  };
}

/** @param first which runs */
export function restartable(
  first: Pick<Restartable, 'close'>,
  start: () => Promise<Pick<Restartable, 'close'>>,
): Restartable {
  let running: typeof first | null = first;
  return {
    async start() {
      running ??= await start();
    },
    async close() {
      await running?.close();
      running = null;
    },
  };
}

async function withDatabase(
  name: string,
  release: Release,
  env: Service['env'],
): Promise<DrilledService> {
  const service = await listening(name, env);
  await migrate(service, release);
  return { ...service, unready: { DATABASE_URL: `postgres://user@${nowhere}/none` } };
}

async function listening(name: string, env: Service['env']): Promise<Service> {
  return { name, port: await freePort(), opsPort: await freePort(), env };
}
