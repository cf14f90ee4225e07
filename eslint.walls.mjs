// The walls of the house. Between projects: Nx tags. Inside an app: the file suffix is the room.
// tools/walls proves every row by breaking it once.

/** Rows of @nx/enforce-module-boundaries: a project may import only what its own rows name. */
export const projectWalls = [
  { sourceTag: 'scope:embed', onlyDependOnLibsWithTags: ['scope:embed', 'scope:shared'] },
  { sourceTag: 'scope:user', onlyDependOnLibsWithTags: ['scope:user', 'scope:shared'] },
  { sourceTag: 'scope:social', onlyDependOnLibsWithTags: ['scope:social', 'scope:shared'] },
  { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['scope:tools', 'scope:shared'] },
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:host', 'type:client', 'type:base', 'type:testing', 'type:ui'],
  },
  {
    sourceTag: 'type:tool',
    onlyDependOnLibsWithTags: [
      'type:tool',
      'type:testing',
      'type:host',
      'type:client',
      'type:base',
    ],
  },
  { sourceTag: 'type:host', onlyDependOnLibsWithTags: ['type:base'] },
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:base'] },
  {
    sourceTag: 'type:base',
    onlyDependOnLibsWithTags: ['type:base'],
    bannedExternalImports: ['fastify', 'undici', '@prisma/*', 'pg'],
  },
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['type:testing', 'type:host', 'type:client', 'type:base'],
  },
];

const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.contract.ts', '**/testing/**'];

const fastify = {
  group: ['fastify', '@fastify/*', 'fastify-plugin'],
  message: 'HTTP belongs to *.routes.ts and app.ts.',
};
const fastifyValues = { ...fastify, allowTypeImports: true };
const database = {
  group: ['@prisma/*', '**/generated/**', 'pg', '@electric-sql/*', '@triptych/postgres'],
  message: 'The database belongs to *.prisma.ts, *.sql.ts and database.ts.',
};
const network = {
  group: ['undici', 'node:http', 'node:https', 'node:net', '@triptych/http-client'],
  message: 'Outbound calls belong to *.http.ts.',
};
const adapters = {
  group: [
    '**/*.prisma.js',
    '**/*.sql.js',
    '**/*.http.js',
    '**/*.memory.js',
    '**/*.redis.js',
    '**/*.oauth2.js',
  ],
  message: 'compose.ts alone knows adapters; declare a *.port.ts.',
};
const routes = { group: ['**/*.routes.js'], message: 'Nothing but app.ts imports routes.' };
const schemas = {
  group: ['**/*.schemas.js', 'typebox', 'typebox/*'],
  message: 'Wire shapes belong to *.routes.ts and *.schemas.ts.',
};
const server = {
  group: [
    'node:*',
    'fastify',
    '@fastify/*',
    '@prisma/*',
    'pg',
    'undici',
    '@triptych/*',
    // These have a wall of their own.
    '!@triptych/testing',
    '!@triptych/local-idp',
  ],
  message: 'The web client knows its server by the API alone.',
};
const testing = {
  group: ['@triptych/testing', '@triptych/local-idp', '@jest/globals', 'fast-check'],
  message: 'Test tools belong to *.test.ts and *.contract.ts.',
};
const environment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only main.ts reads the environment; take a config value.',
};

const room = (name, files, patterns, extra = {}) => ({
  name: `room/${name}`,
  files,
  ignores: tests,
  rules: {
    '@typescript-eslint/no-restricted-imports': ['error', { patterns: [...patterns, testing] }],
    'no-restricted-syntax': ['error', environment],
    ...extra,
  },
});

/** File-suffix rooms inside an app. Later rows win, so the special suffixes follow the plain use case. */
export const roomWalls = [
  room(
    'use case',
    ['apps/*/src/*/**/*.ts'],
    [fastify, database, network, adapters, routes, schemas],
  ),
  room('component', ['apps/*/src/**/*.tsx'], [fastify, database, network, adapters, routes]),
  room('mapping', ['apps/*/src/**/*-mapping.ts'], [fastify, database, network, adapters, routes]),
  room(
    'port',
    ['apps/*/src/**/*.port.ts'],
    [{ group: ['*', '**'], allowTypeImports: true, message: 'A port holds types only.' }],
  ),
  room(
    'errors',
    ['apps/*/src/**/*.errors.ts'],
    [
      {
        group: ['*', '!@triptych/errors', '!@triptych'],
        message: 'Errors know only @triptych/errors.',
      },
    ],
  ),
  room('wire', ['apps/*/src/**/*.schemas.ts'], [fastify, database, network, adapters, routes]),
  room('door', ['apps/*/src/**/*.routes.ts'], [database, network, adapters]),
  room('hook', ['apps/*/src/**/*.hook.ts'], [database, network, adapters, routes]),
  room('oauth2 adapter', ['apps/*/src/**/*.oauth2.ts'], [database, network, routes, schemas]),
  room('prisma adapter', ['apps/*/src/**/*.prisma.ts'], [fastify, network, routes, schemas]),
  room('sql adapter', ['apps/*/src/**/*.sql.ts'], [fastify, network, routes, schemas]),
  room('http adapter', ['apps/*/src/**/*.http.ts'], [fastify, database, routes]),
  room(
    'memory adapter',
    ['apps/*/src/**/*.memory.ts'],
    [fastify, database, network, routes, schemas],
  ),
  room(
    'redis adapter',
    ['apps/*/src/**/*.redis.ts'],
    [fastify, database, network, routes, schemas],
  ),
  room(
    'browser',
    ['apps/*/src/browser/**/*.ts'],
    [{ regex: '^(?!\\./)', message: 'Browser code imports only what lies beside it.' }],
  ),
  room('web client', ['apps/social-web/src/**/*.ts', 'apps/social-web/src/**/*.tsx'], [server]),
  room('server', ['apps/*/src/app.ts'], [database, network, adapters]),
  room('wiring', ['apps/*/src/compose.ts'], [fastifyValues, routes]),
];
