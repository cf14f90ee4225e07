import { breachesOfRooms } from './room-lint.js';
import { readWalls } from './workspace.js';

const http = 'HTTP belongs to *.routes.ts and app.ts.';
const database = 'The database belongs to *.prisma.ts, *.sql.ts and database.ts.';
const network = 'Outbound calls belong to *.http.ts.';
const adapters = 'compose.ts alone knows adapters';
const routes = 'Nothing but app.ts imports routes.';
const wire = 'Wire shapes belong to *.routes.ts and *.schemas.ts.';
const server = 'The web client knows its server by the API alone.';
const tests = 'Test tools belong to *.test.ts and *.contract.ts.';

/** An import of each kind. */
const samples: Record<string, string[]> = {
  [http]: ['fastify', '@fastify/cookie', 'fastify-plugin'],
  [database]: [
    '@prisma/client',
    '../generated/prisma/client.js',
    'pg',
    '@electric-sql/pglite',
    '@triptych/postgres',
  ],
  [network]: ['undici', 'node:http', 'node:https', 'node:net', '@triptych/http-client'],
  [adapters]: ['./x.prisma.js', './x.sql.js', '../y/x.http.js', './x.memory.js', './x.redis.js'],
  [routes]: ['./x.routes.js', '../y/y.routes.js'],
  [wire]: ['./x.schemas.js', 'typebox', 'typebox/value'],
  [server]: ['node:fs', 'fastify', '@prisma/client', '@triptych/schemas'],
  [tests]: ['@triptych/testing', '@triptych/local-idp', '@jest/globals', 'fast-check'],
};

interface Room {
  readonly file: string;
  readonly walls: readonly string[];
  readonly allowed: readonly string[];
}

const rooms: Record<string, Room> = {
  'use case': {
    file: 'apps/user-service/src/users/users.ts',
    walls: [http, database, network, adapters, routes, wire, tests],
    allowed: ['./user-store.port.js', './users.errors.js', '@triptych/errors', 'node:crypto'],
  },
  component: {
    file: 'apps/social-app/src/web/inbox.tsx',
    walls: [http, database, network, adapters, routes, tests],
    allowed: ['preact', './inbox.js'],
  },
  mapping: {
    file: 'apps/embed-server/src/tweets/tweet-mapping.ts',
    walls: [http, database, network, adapters, routes, tests],
    allowed: ['./tweet.js', 'typebox/value'],
  },
  wire: {
    file: 'apps/user-service/src/users/users.schemas.ts',
    walls: [http, database, network, adapters, routes, tests],
    allowed: ['typebox', '@triptych/schemas'],
  },
  door: {
    file: 'apps/user-service/src/users/users.routes.ts',
    walls: [database, network, adapters, tests],
    allowed: ['fastify', './users.schemas.js', './users.js'],
  },
  hook: {
    file: 'apps/social-app/src/sessions/sessions.hook.ts',
    walls: [database, network, adapters, routes, tests],
    allowed: ['fastify', './sessions.js'],
  },
  'oauth2 adapter': {
    file: 'apps/social-app/src/auth/provider.oauth2.ts',
    walls: [database, network, routes, wire, tests],
    allowed: ['@fastify/oauth2', './provider.port.js'],
  },
  'prisma adapter': {
    file: 'apps/user-service/src/users/user-store.prisma.ts',
    walls: [http, network, routes, wire, tests],
    allowed: ['../generated/prisma/client.js', '@triptych/postgres', './user-store.port.js'],
  },
  'sql adapter': {
    file: 'apps/user-service/src/users/user-store.sql.ts',
    walls: [http, network, routes, wire, tests],
    allowed: ['@triptych/postgres', './user-store.port.js'],
  },
  'http adapter': {
    file: 'apps/embed-server/src/tweets/tweet-source.http.ts',
    walls: [http, database, routes, tests],
    allowed: ['@triptych/http-client', './tweet-mapping.js'],
  },
  'memory adapter': {
    file: 'apps/user-service/src/users/user-store.memory.ts',
    walls: [http, database, network, routes, wire, tests],
    allowed: ['./user-store.port.js', './users.errors.js'],
  },
  'redis adapter': {
    file: 'apps/social-app/src/realtime/wake-up.redis.ts',
    walls: [http, database, network, routes, wire, tests],
    allowed: ['ioredis', './wake-up.port.js'],
  },
  'web client': {
    file: 'apps/social-web/src/chats/chat-list.tsx',
    walls: [server, tests],
    allowed: ['react', '../generated/social-api.js', './chats.js'],
  },
  server: {
    file: 'apps/user-service/src/app.ts',
    walls: [database, network, adapters, tests],
    allowed: ['./users/users.routes.js', '@triptych/service-host', 'fastify'],
  },
  wiring: {
    file: 'apps/user-service/src/compose.ts',
    walls: [http, routes, tests],
    allowed: ['./users/user-store.prisma.js', './database.js', '@triptych/postgres'],
  },
};

/** Rooms whose one wall shuts out nearly everything; they have tests of their own below. */
const closedRooms = ['port', 'errors', 'browser'];

const importOf = (name: string) => `import { x } from '${name}';\nexport const y = x;\n`;
const typeImportOf = (name: string) => `import type { X } from '${name}';\nexport type Y = X;\n`;
const importRule = '@typescript-eslint/no-restricted-imports';

const cases = Object.entries(rooms).flatMap(([room, { file, walls }]) =>
  walls.flatMap((wall) => (samples[wall] ?? []).map((name) => [room, name, file, wall] as const)),
);

describe('the rooms of an app', () => {
  it('are all proven here', async () => {
    const { roomWalls } = await readWalls();
    const names = roomWalls.map(({ name }) => name.replace('room/', ''));
    expect([...Object.keys(rooms), ...closedRooms].sort()).toEqual(names.sort());
  });

  it('have exactly the walls that are proven here', async () => {
    const { roomWalls } = await readWalls();
    for (const [room, { walls }] of Object.entries(rooms)) {
      const row = roomWalls.find(({ name }) => name === `room/${room}`);
      const built = row?.rules[importRule][1].patterns.map(({ message }) => message) ?? [];
      expect(built).toHaveLength(walls.length);
      for (const wall of walls) expect(built).toContainEqual(expect.stringContaining(wall));
    }
  });

  it.each(cases)('%s: no %s', async (_room, name, file, wall) => {
    const breaches = await breachesOfRooms(file, importOf(name));
    expect(breaches).toEqual([{ rule: importRule, message: expect.stringContaining(wall) }]);
  });

  it.each(
    Object.entries(rooms).flatMap(([room, { file, allowed }]) =>
      allowed.map((name) => [room, name, file] as const),
    ),
  )('%s: %s is allowed', async (_room, name, file) => {
    expect(await breachesOfRooms(file, importOf(name))).toEqual([]);
  });

  it('reach into folders of a folder', async () => {
    const file = 'apps/user-service/src/users/deeper/still/users.ts';
    expect(await breachesOfRooms(file, importOf('fastify'))).toHaveLength(1);
  });

  it('let compose.ts name a type of Fastify', async () => {
    const file = 'apps/user-service/src/compose.ts';
    expect(await breachesOfRooms(file, typeImportOf('fastify'))).toEqual([]);
  });

  it.each([
    'apps/user-service/src/users/users.test.ts',
    'apps/user-service/src/users/s.contract.ts',
  ])('leave %s alone', async (file) => {
    expect(await breachesOfRooms(file, importOf('@triptych/testing'))).toEqual([]);
    expect(await breachesOfRooms(file, importOf('./x.prisma.js'))).toEqual([]);
  });
});

describe('a port', () => {
  const file = 'apps/user-service/src/users/user-store.port.ts';

  it.each(['./users.js', '../users/users.js', '@triptych/errors', 'node:crypto', 'pg'])(
    'has no value of %s',
    async (name) => {
      const breaches = await breachesOfRooms(file, importOf(name));
      expect(breaches).toContainEqual({
        rule: importRule,
        message: expect.stringContaining('types only'),
      });
    },
  );

  it('may name types', async () => {
    expect(await breachesOfRooms(file, typeImportOf('./users.js'))).toEqual([]);
  });
});

describe('errors', () => {
  const file = 'apps/user-service/src/users/users.errors.ts';

  it.each(['./users.js', '../x/x.errors.js', 'fastify', '@triptych/schemas', 'node:util'])(
    'do not know %s',
    async (name) => {
      const breaches = await breachesOfRooms(file, importOf(name));
      expect(breaches).toContainEqual({
        rule: importRule,
        message: expect.stringContaining('know only @triptych/errors'),
      });
    },
  );

  it('know @triptych/errors', async () => {
    expect(await breachesOfRooms(file, importOf('@triptych/errors'))).toEqual([]);
  });
});

describe('browser code', () => {
  const file = 'apps/embed-server/src/browser/embed.ts';

  it.each(['../app.js', '../pages/links.js', '@triptych/errors', 'node:crypto', 'preact'])(
    'does not know %s',
    async (name) => {
      const breaches = await breachesOfRooms(file, importOf(name));
      expect(breaches).toContainEqual({
        rule: importRule,
        message: expect.stringContaining('only what lies beside it'),
      });
    },
  );

  it('knows what lies beside it', async () => {
    expect(await breachesOfRooms(file, importOf('./frame-address.js'))).toEqual([]);
  });
});

describe('the environment', () => {
  const reading = 'export const port = process.env.PORT;\n';

  it.each(Object.values(rooms).map(({ file }) => file))('is not read in %s', async (file) => {
    const breaches = await breachesOfRooms(file, reading);
    expect(breaches).toEqual([
      { rule: 'no-restricted-syntax', message: expect.stringContaining('Only main.ts reads') },
    ]);
  });

  it('may be read in main.ts', async () => {
    expect(await breachesOfRooms('apps/user-service/src/main.ts', reading)).toEqual([]);
  });
});
