import type { Database } from '@triptych/postgres';
import type { Context } from '../compose.js';
import { createSignedInUser, type SignedInUser } from './signed-in-user.js';
import { openTestApp, type TestApp, type TestSettings } from './test-app.js';

export { migrationsDir } from './test-app.js';

export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it expects to find
  readonly body: any;
}

/** The whole app on a database of the test's, with users who are signed in. */
export interface World extends TestApp {
  readonly logLines: readonly string[];
  join(name?: string, email?: string): Promise<SignedInUser>;
  /** Two who are friends, through the door. */
  joinFriends(): Promise<{ alice: SignedInUser; bob: SignedInUser; chatId: string }>;
  post(user: SignedInUser | null, url: string, body?: object | string): Promise<Answer>;
  get(user: SignedInUser | null, url: string): Promise<Answer>;
  delete(user: SignedInUser | null, url: string, body?: object): Promise<Answer>;
  patch(user: SignedInUser | null, url: string, body?: object | string): Promise<Answer>;
}

export async function createWorld(
  database: Database,
  context: Partial<Context> = {},
  settings: Omit<TestSettings, 'context'> = {},
): Promise<World> {
  const test = await openTestApp(database, { context, ...settings });
  const { app, parts } = test;

  const call =
    (method: 'GET' | 'POST' | 'DELETE' | 'PATCH') =>
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
    ...test,
    logLines: test.lines,
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
    patch: call('PATCH'),
  };
}
