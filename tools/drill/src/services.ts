import { callbackPath, startLocalIdp } from '@triptych/local-idp';
import { createTestDatabase } from '@triptych/postgres/testing';
import { startUpstreamPlayer } from '@triptych/upstream-player';
import getPort from 'get-port';
import { migrate, type Service } from './replica.js';

/** A service with what makes a replica of it listen and not be ready. */
export interface DrilledService extends Service {
  readonly unready?: Service['env'];
}

const client = { id: 'drill', secret: 'a secret of the drill', name: 'Triptych' };
/** Nobody listens there. */
const nowhere = '127.0.0.1:1';

/**
 * The three services with databases of their own, one Redis, recorded upstreams and a provider to sign in at.
 *
 * @param publicUrl where people reach social-app
 */
export async function createServices(publicUrl: string) {
  const { TEST_DATABASE_URL = '' } = process.env;
  const users = await createTestDatabase(TEST_DATABASE_URL);
  const social = await createTestDatabase(TEST_DATABASE_URL);
  const player = await startUpstreamPlayer({ port: 0 });
  const redirectUris = [publicUrl + callbackPath];
  const provider = await startLocalIdp({ port: 0, clients: [{ ...client, redirectUris }] });
  const services: DrilledService[] = [
    await listening('embed-server', player.settings),
    await withDatabase('user-service', users.url, {}),
    await withDatabase('social-app', social.url, {
      PUBLIC_URL: publicUrl,
      SESSION_SECRET: 'a secret that only the drill knows 12',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      MESSAGE_LIMIT: '0',
      SIGN_IN_LIMIT: '0',
      FRIEND_REQUEST_LIMIT: '0',
    }),
  ];
  return {
    services,
    /** Paths of posts that embed-server can show. */
    posts: player.links.filter(({ title }) => !title.includes('404')).map(({ path }) => path),
    async close() {
      await player.close();
      await provider.close();
      await users.drop();
      await social.drop();
    },
  };
}

async function withDatabase(
  name: string,
  url: string,
  env: Service['env'],
): Promise<DrilledService> {
  const service = await listening(name, { ...env, DATABASE_URL: url });
  await migrate(name, service.env);
  return { ...service, unready: { DATABASE_URL: `postgres://user@${nowhere}/none` } };
}

async function listening(name: string, env: Service['env']): Promise<Service> {
  const shared = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '' };
  return { name, port: await getPort(), opsPort: await getPort(), env: { ...shared, ...env } };
}
