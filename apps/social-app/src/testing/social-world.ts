import type { Database } from '@triptych/postgres';
import { loadConfig, type Server } from '@triptych/service-host';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import { buildApp } from '../app.js';
import { composeOn, type Parts, type Surroundings } from '../compose.js';
import { configSchema } from '../config.js';
import { createSignedInUser, type SignedInUser } from './signed-in-user.js';

export const migrationsDir = new URL('../../prisma/migrations/', import.meta.url);

export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it expects to find
  readonly body: any;
}

/** The whole app on a database of the test's, with users who are signed in. */
export interface World {
  readonly app: Server;
  readonly parts: Parts;
  readonly logLines: readonly string[];
  join(name?: string, email?: string): Promise<SignedInUser>;
  /** Two who are friends, through the door. */
  joinFriends(): Promise<{ alice: SignedInUser; bob: SignedInUser; chatId: string }>;
  post(user: SignedInUser | null, url: string, body?: object | string): Promise<Answer>;
  get(user: SignedInUser | null, url: string): Promise<Answer>;
  delete(user: SignedInUser | null, url: string): Promise<Answer>;
  close(): Promise<void>;
}

export async function createWorld(
  database: Database,
  around: Partial<Surroundings> = {},
): Promise<World> {
  const config = loadConfig(configSchema, { SESSION_SECRET: 'a secret that only tests know 123' });
  const { logger, lines } = recordingLogger();
  const parts = await composeOn(database, config, { log: logger, ...around });
  const app = await buildApp(parts, testServerOptions({ name: 'social-app', logger }));

  const call =
    (method: 'GET' | 'POST' | 'DELETE') =>
    async (user: SignedInUser | null, url: string, body?: object | string): Promise<Answer> => {
      const response = await app.inject({
        method,
        url,
        headers: {
          ...(user && { cookie: user.cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: body }),
      });
      return { status: response.statusCode, body: JSON.parse(response.body) as unknown };
    };
  const post = call('POST');
  const join = (name?: string, email?: string) => createSignedInUser(parts, name, email);

  return {
    app,
    parts,
    logLines: lines,
    join,
    async joinFriends() {
      const [alice, bob] = [await join(), await join()];
      await post(alice, '/api/friends/add', { email: bob.email });
      const accepted = await post(bob, '/api/friends/accept', { id: alice.id });
      if (accepted.status !== 200) throw new Error('the test friends could not be made');
      return { alice, bob, chatId: [alice.id, bob.id].sort().join('--') };
    },
    post,
    get: call('GET'),
    delete: call('DELETE'),
    async close() {
      await app.close();
      await parts.close();
    },
  };
}
