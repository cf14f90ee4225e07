// The rooms of libraries and tools: one row a project. A library is one room with an index; its tests stand beside.
import { platform, room, testRooms, timers } from './shared-rooms.mjs';

const module =
  /^(?!generated\/|(.+\/)?testing\/)(.+\/)?(?!index\.ts$|main\.ts$)[^/]+(?<!\.(test|contract|fixture|d))\.ts$/;

/**
 * A row's lists hold for all of its modules: packages, packageTypes, globals, timers, dynamic; `main` is what main.ts
 * has besides.
 */
export function flatRooms(is, row = {}) {
  const { packages = [], packageTypes = [], dynamic = false } = row;
  const globals = [...platform, ...(row.timers ? timers : []), ...(row.globals ?? [])];
  const lists = {
    family: is,
    values: ['module', 'index'],
    packages,
    packageTypes,
    dynamic,
    globals,
  };
  return [
    room('index', 'index.ts', /^index\.ts$/, 'exports what others may use', {
      family: is,
      values: ['module'],
    }),
    room('module', '*.ts', module, is, lists),
    ...(row.main
      ? [
          room('process', 'main.ts', /^main\.ts$/, 'starts the process', {
            ...lists,
            globals: [...globals, ...row.main],
          }),
        ]
      : []),
    ...testRooms,
  ];
}

const process = (...names) => names.map((name) => `process.${name}`);
const fsAndPath = ['node:fs', 'node:path'];

export const libRooms = {
  'libs/schemas': flatRooms('holds shapes that several services speak', { packages: ['typebox'] }),
  'libs/logging': flatRooms('makes log lines', { packages: ['pino'] }),
  'libs/tracing': flatRooms('makes spans', {
    packages: [
      'node:diagnostics_channel',
      '@opentelemetry/api',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-base',
    ],
  }),
  'libs/http-client': flatRooms('calls other servers, and only where it may', {
    packages: [
      '@triptych/schemas',
      'ipaddr.js',
      'undici',
      'node:dns/promises',
      'node:net',
      'node:stream',
      'node:zlib',
    ],
  }),
  'libs/postgres': flatRooms('opens and keeps databases', {
    packages: [
      '@electric-sql/pglite',
      '@prisma/adapter-pg',
      '@triptych/tracing',
      'node:crypto',
      'node:events',
      'node:fs/promises',
      'node:net',
      'node:path',
      'node:timers/promises',
      'node:url',
      'pg',
      'pglite-prisma-adapter',
    ],
    packageTypes: ['@prisma/driver-adapter-utils'],
    timers: true,
    globals: process('platform'),
  }),
  'libs/service-host': flatRooms('starts, serves and stops a service', {
    packages: [
      '@fastify/rate-limit',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      '@fastify/type-provider-typebox',
      '@triptych/logging',
      '@triptych/schemas',
      '@triptych/tracing',
      'close-with-grace',
      'fastify',
      'ioredis',
      'node:crypto',
      'node:fs',
      'node:http',
      'node:net',
      'node:util',
      'node:v8',
      'prom-client',
      'typebox',
      'typebox/value',
    ],
    timers: true,
    globals: process('argv', 'env', 'exit', 'stderr'),
  }),
  'libs/testing': flatRooms('helps tests', {
    packages: [
      '@jest/globals',
      '@triptych/logging',
      '@triptych/service-host',
      'esbuild',
      'playwright-core',
      'node:child_process',
      'node:crypto',
      'node:events',
      'node:net',
      'node:readline',
      'node:stream',
      'node:url',
      ...fsAndPath,
    ],
    packageTypes: ['fastify', 'node:dns'],
    globals: ['Function', 'import.meta.url', ...process('env', 'execPath', 'pid')],
  }),
};

export const toolRooms = {
  'tools/api-clients': flatRooms('reads the OpenAPI documents and what clients call', {
    packages: ['node:fs'],
    globals: ['import.meta.url'],
  }),
  'tools/bench': flatRooms('measures the services', {
    packages: [
      '@prisma/adapter-pg',
      '@triptych/logging',
      '@triptych/postgres',
      '@triptych/postgres/testing',
      '@triptych/testing',
      'autocannon',
      'express',
      'fastify',
      'pg',
      'undici',
      'node:child_process',
      'node:crypto',
      'node:events',
      'node:fs/promises',
      'node:http',
      'node:os',
      'node:timers/promises',
      'node:url',
      'node:util',
      ...fsAndPath,
    ],
    packageTypes: ['node:net'],
    dynamic: true,
    timers: true,
    globals: [
      'console',
      'fetch',
      'import.meta.url',
      ...process('disconnect', 'env', 'execPath', 'once', 'send', 'versions'),
    ],
  }),
  'tools/copy-database': flatRooms('copies one database into another', {
    packages: ['@triptych/postgres', 'pg', ...fsAndPath],
    main: ['console', 'import.meta.dirname', ...process('argv', 'env', 'exit', 'exitCode')],
  }),
  'tools/deployment': flatRooms('reads what is deployed', {
    packages: ['dclint', 'prom-client', 'yaml', 'node:url', ...fsAndPath],
    dynamic: true,
    globals: ['import.meta.dirname'],
  }),
  'tools/launch': flatRooms('starts the services of a developer', {
    packages: [
      '@triptych/local-idp',
      '@triptych/postgres/folder-lock',
      '@triptych/upstream-player',
      'pino-pretty',
      'node:child_process',
      'node:events',
      'node:fs/promises',
      'node:net',
      'node:readline',
      'node:timers/promises',
      'node:util',
      ...fsAndPath,
    ],
    globals: ['fetch', ...process('env', 'execPath', 'off', 'once')],
    main: ['console', 'import.meta.dirname', ...process('argv', 'exitCode', 'on', 'stdout')],
  }),
  'tools/local-idp': flatRooms('is an identity provider for developers', {
    packages: ['oidc-provider', 'node:crypto', 'node:events', 'node:http', 'node:util'],
    packageTypes: ['node:net'],
    globals: ['console.warn', 'fetch'],
    main: ['console', ...process('env', 'once')],
  }),
  'tools/pictures': flatRooms('draws pictures of the pages', {
    packages: [
      '@triptych/testing',
      '@triptych/testing/chromium',
      '@triptych/upstream-player',
      'node:fs',
    ],
    packageTypes: ['playwright-core'],
    globals: ['Image', 'document'],
    main: ['console', 'import.meta.url', ...process('env')],
  }),
  'tools/upstream-player': flatRooms('replays recorded replies of upstreams', {
    packages: ['fastify', 'node:fs', 'node:fs/promises', 'node:url'],
    packageTypes: ['node:net'],
    globals: ['import.meta.url'],
  }),
  'tools/user-transfer': flatRooms('moves users in and out', {
    packages: [
      'cli-progress',
      'split2',
      'undici',
      'node:fs',
      'node:fs/promises',
      'node:stream',
      'node:stream/promises',
      'node:util',
    ],
    globals: process('stderr', 'stdin', 'stdout'),
    main: process('argv', 'env', 'exitCode'),
  }),
  'tools/walls': flatRooms('proves the walls', {
    packages: ['eslint', 'typescript-eslint', 'node:path', 'node:url'],
    dynamic: true,
    globals: ['import.meta.dirname'],
  }),
};
