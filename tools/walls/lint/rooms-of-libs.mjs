// The rooms of libraries and tools: one row a project. A library is one room with an index; its tests stand beside.
import { readFileSync } from 'node:fs';
import { platform, room, testRooms, timers } from './shared-rooms.mjs';

const module =
  /^(?!generated\/|(.+\/)?testing\/)(.+\/)?(?!index\.ts$|main\.ts$)[^/]+(?<!\.(test|contract|fixture|d))\.ts$/;

const component = /^(.+\/)?[^/]+(?<!\.test)\.tsx$/;

/** The dependencies of a project's package.json, but for those of which `listed` names the parts that it may have. */
function dependenciesOf(project, listed) {
  const file = new URL(`../../../${project}/package.json`, import.meta.url);
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.keys(dependencies).filter(
    (name) => !listed.some((entry) => entry === name || entry.startsWith(`${name}/`)),
  );
}

/**
 * The rooms of a project. A row's lists hold for all of its modules: packages and packageTypes besides those of
 * package.json, globals, timers, dynamic; `components` for markup; `generated` for types that a generator writes; `main` is what main.ts has besides.
 */
function flatRooms(project, row) {
  const { is, packages = [], packageTypes = [], dynamic = false } = row;
  const globals = [...platform, ...(row.timers ? timers : []), ...(row.globals ?? [])];
  const dependencies = dependenciesOf(project, [...packages, ...packageTypes]);
  const lists = {
    family: is,
    values: ['module', 'index', ...(row.components ? ['component'] : [])],
    ...(row.generated && { types: ['generated'] }),
    packages: [...dependencies, ...packages],
    packageTypes,
    dynamic,
    globals,
  };
  const index = room('index', 'index.ts', /^index\.ts$/, 'exports what others may use', {
    family: is,
    values: ['module'],
  });
  const main = room('process', 'main.ts', /^main\.ts$/, 'starts the process', {
    ...lists,
    globals: [...globals, ...(row.main ?? [])],
  });
  return [
    index,
    room('module', '*.ts', module, is, lists),
    ...(row.components ? [room('component', '*.tsx', component, is, lists)] : []),
    ...(row.main ? [main] : []),
    ...testRooms,
  ];
}

/** Builtins of Node, between spaces. */
const node = (names) => names.split(' ').map((name) => `node:${name}`);
const process = (...names) => names.map((name) => `process.${name}`);

const rows = {
  'libs/schemas': { is: 'holds shapes that several services speak' },
  'libs/logging': { is: 'makes log lines' },
  'libs/tracing': { is: 'makes spans', packages: node('diagnostics_channel') },
  'libs/free-port': { is: 'finds ports for tests and tools', packages: node('dgram') },
  'libs/http-client': {
    is: 'calls other servers, and only where it may',
    packages: node('dns/promises fs net stream zlib'),
  },
  'libs/object-storage': {
    is: 'keeps objects in folders and buckets',
    packages: node('crypto fs fs/promises path'),
  },
  'libs/postgres': {
    is: 'opens and keeps databases',
    packages: node('async_hooks crypto events fs fs/promises net path timers/promises url'),
    packageTypes: ['@prisma/driver-adapter-utils', ...node('tls')],
    timers: true,
    globals: process('platform'),
  },
  'libs/redis': {
    is: 'connects to Redis',
    packages: node('crypto timers/promises tls'),
    timers: true,
  },
  'libs/service-host': {
    is: 'starts, serves and stops a service',
    packages: [
      'typebox',
      'typebox/value',
      ...node('crypto fs http net process stream timers/promises v8'),
    ],
    timers: true,
    globals: process('argv', 'env', 'exit', 'stderr'),
  },
  'libs/embed-client': {
    is: 'calls the embed server, in Node and in browsers',
    globals: ['fetch'],
  },
  'libs/user-client': {
    is: 'calls the user service, in Node and in browsers',
    generated: true,
    globals: ['Headers', 'atob', 'btoa', 'crypto', 'fetch'],
  },
  'libs/testing': {
    is: 'helps tests',
    packages: [
      '@jest/globals',
      'esbuild',
      ...node(
        'child_process crypto events fs fs/promises http net os path readline stream stream/consumers url util',
      ),
    ],
    packageTypes: ['fastify', ...node('dns')],
    globals: ['Function', 'import.meta.url', ...process('env', 'execPath', 'pid')],
  },
  'tools/api-clients': {
    is: 'reads the OpenAPI documents and what clients call',
    packages: node('fs'),
    globals: ['import.meta.url'],
  },
  'tools/bench': {
    is: 'measures the services',
    packages: [
      '@triptych/postgres',
      '@triptych/postgres/testing',
      ...node(
        'child_process crypto events fs fs/promises http net os path timers/promises url util zlib',
      ),
    ],
    dynamic: true,
    timers: true,
    globals: [
      'console',
      'fetch',
      'import.meta.url',
      ...process('disconnect', 'env', 'execPath', 'once', 'send', 'versions'),
    ],
  },
  'tools/copy-database': {
    is: 'copies one database into another',
    packages: node('fs path'),
    main: ['console', 'import.meta.dirname', ...process('argv', 'env', 'exit', 'exitCode')],
  },
  'tools/deployment': {
    is: 'reads what is deployed',
    packages: ['dclint', 'prom-client', 'yaml', ...node('fs path url')],
    dynamic: true,
    globals: ['import.meta.dirname'],
  },
  'tools/drill': {
    is: 'runs the services behind the balancer while they and what they depend on fail',
    packages: [
      '@triptych/postgres/testing',
      '@triptych/redis/testing',
      '@triptych/testing/push-service',
      'eventsource',
      ...node(
        'assert/strict child_process crypto events fs/promises http net os path timers/promises url util',
      ),
    ],
    timers: true,
    globals: [
      'console',
      'fetch',
      'Headers',
      'import.meta.url',
      ...process('env', 'execPath', 'exitCode', 'kill'),
    ],
  },
  'tools/embed-examples': { is: 'holds sites with embeds' },
  'tools/launch': {
    is: 'starts the services of a developer',
    packages: [
      '@triptych/postgres/folder-lock',
      ...node(
        'child_process events fs fs/promises path readline stream/consumers timers/promises util',
      ),
    ],
    globals: ['fetch', ...process('env', 'execPath', 'off', 'once')],
    main: ['console', 'import.meta.dirname', ...process('argv', 'exitCode', 'on', 'stdout')],
  },
  'tools/local-idp': {
    is: 'is an identity provider for developers',
    packages: node('crypto events http util zlib'),
    packageTypes: node('net'),
    globals: ['console.warn'],
    main: ['console', ...process('env', 'once')],
  },
  'tools/local-inbox': {
    is: 'is a mail server for developers',
    packages: node('events http stream/consumers'),
    packageTypes: node('net'),
  },
  'tools/models': { is: 'holds models of protocols' },
  'tools/mutation': {
    is: 'puts faults into a copy of the code',
    packages: node('child_process crypto fs path url util'),
    timers: true,
    globals: ['console.error', ...process('env', 'execPath', 'kill')],
    main: ['console', 'import.meta.url', ...process('exit', 'exitCode', 'once')],
  },
  'tools/pictures': {
    is: 'draws pictures for the docs',
    components: true,
    packages: [
      '@fontsource/inter/latin-400.css',
      '@fontsource/inter/latin-500.css',
      '@fontsource/roboto-mono/latin-400.css',
      '@grafana/data',
      '@grafana/ui',
      '@triptych/testing',
      '@triptych/testing/chromium',
      'esbuild',
      'react-dom',
      'react-dom/client',
      ...node('child_process fs fs/promises os path timers/promises url'),
    ],
    packageTypes: ['playwright-core', 'react'],
    globals: [
      'Image',
      'console',
      'document',
      'fetch',
      'import.meta.url',
      'window',
      ...process('env'),
    ],
    main: [],
  },
  'tools/upstream-player': {
    is: 'replays recorded replies of upstreams',
    packages: node('fs fs/promises'),
    packageTypes: node('net'),
    globals: ['import.meta.url'],
  },
  'tools/user-transfer': {
    is: 'moves users in and out',
    packages: node('fs fs/promises stream stream/promises util'),
    globals: process('stderr', 'stdin', 'stdout'),
    main: process('argv', 'env', 'exitCode'),
  },
  'tools/walls': {
    is: 'proves the walls',
    packages: [
      'eslint',
      'typescript',
      'typescript-eslint',
      ...node('child_process fs module path url'),
    ],
    dynamic: true,
    globals: ['import.meta.dirname'],
  },
};

/** `libs/x`, `tools/x` → its rooms. */
export const flatProjects = Object.fromEntries(
  Object.entries(rows).map(([project, row]) => [project, flatRooms(project, row)]),
);
