import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import type { Database } from '@triptych/postgres';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { loadConfig, type Server, type ServerOptions } from '@triptych/service-host';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import { buildApp } from '../app.js';
import type { Context } from '../compose-chat.js';
import { composeOn } from '../compose.js';
import { configSchema, type Config } from '../config.js';
import { createSignedInUser, type SignedInUser } from './signed-in-user.js';

export const publicUrl = 'http://localhost:8082';
export const migrationsDir = new URL('../../prisma/migrations/', import.meta.url);

export interface Reply {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts what it expects to find
  readonly body: any;
}

export interface TestSettings {
  /** Open and migrated; closed with the app. An embedded one in memory when left out. */
  readonly database?: Database & { reset?: () => Promise<void> };
  readonly config?: Partial<Config>;
  readonly context?: Partial<Context>;
  readonly server?: Partial<ServerOptions>;
}

/** The server with its real parts, not listening, and users who are signed in. */
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

export async function createTestApp(settings: TestSettings = {}) {
  const database: TestSettings['database'] & Database =
    settings.database ?? (await createEmbeddedTestDatabase(migrationsDir));
  const { logger, lines } = recordingLogger();
  const context = { log: logger, ...settings.context };
  // Made with the first file.
  const filesDir = joinPath(tmpdir(), `triptych-files-${randomUUID()}`);
  const config = testConfig({ FILES_DIR: filesDir, ...settings.config });
  const parts = await composeOn(database, config, context);
  const options = testServerOptions({ name: 'social-app', logger, ...settings.server });
  const app = await buildApp(parts, options);

  const call = callsOf(app);
  const post = call('POST');
  const join = (...who: [name?: string, email?: string, subject?: string]) =>
    createSignedInUser(parts, ...who);

  return {
    app,
    parts,
    /** Every log line so far. */
    lines,
    query: <Row>(sql: string, params?: readonly unknown[]) => database.query<Row>(sql, params),
    async reset(): Promise<void> {
      if (!database.reset) throw new Error('only an embedded database can be emptied');
      await database.reset();
    },
    join,
    /** Two who are friends, through the routes. */
    async joinFriends() {
      const [alice, bob] = [await join(), await join()];
      await post(alice, '/api/friends/add', { email: bob.email });
      const accepted = await post(bob, '/api/friends/accept', { id: alice.id });
      if (accepted.status !== 200) throw new Error('the test friends could not be made');
      return { alice, bob, chatId: [alice.id, bob.id].sort().join('--') };
    },
    /** As if the one had asked the other before, without any of its effects: strangers cannot block each other. */
    async meet(one: SignedInUser, other: SignedInUser): Promise<void> {
      await database.query(
        `INSERT INTO denials (requester_id, target_id, count, last_at)
         VALUES ($1, $2, 0, now()) ON CONFLICT DO NOTHING`,
        [one.id, other.id],
      );
    },
    post,
    /** Sends bytes as a file; the type is one that nobody believes. */
    upload: uploadsOf(app),
    /** Where files are kept. */
    filesDir,
    filesKept: () => namesIn(filesDir),
    get: call('GET'),
    put: call('PUT'),
    delete: call('DELETE'),
    patch: call('PATCH'),
    async close(): Promise<void> {
      await app.close();
      await parts.close();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

type Body = object | string;

/** Requests of somebody, or of nobody, by method. */
const callsOf =
  (app: Server) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH') =>
  async (user: SignedInUser | null, url: string, payload?: Body): Promise<Reply> => {
    const headers = {
      ...(user && { cookie: user.cookie }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    };
    const body = payload !== undefined && { payload };
    const response = await app.inject({ method, url, headers, ...body });
    return { status: response.statusCode, body: JSON.parse(response.body) as unknown };
  };

const uploadsOf =
  (app: Server) =>
  async (user: SignedInUser | null, payload: Buffer, query = ''): Promise<Reply> => {
    const headers = {
      ...(user && { cookie: user.cookie }),
      'content-type': 'application/octet-stream',
    };
    const url = `/api/attachments${query}`;
    const response = await app.inject({ method: 'POST', url, headers, payload });
    return { status: response.statusCode, body: JSON.parse(response.body) as unknown };
  };

/** Of all files of a folder, however deep. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function testConfig(overrides: Partial<Config> = {}): Config {
  const environment = {
    APP_ENV: 'test',
    LOG_LEVEL: 'debug',
    RATE_LIMIT_MAX: '0',
    PUBLIC_URL: publicUrl,
    DATA_DIR: 'unused',
    SESSION_SECRET: 'a-secret-for-tests-a-secret-for-tests',
    OIDC_NAME: 'Test',
  };
  return { ...loadConfig(configSchema, environment), ...overrides };
}
