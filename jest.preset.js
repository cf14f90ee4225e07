// The only Jest set-up: ESM through @swc/jest, workspace packages from source.
// `*.test.ts` needs nothing installed; `*.integration.test.ts` is a second suite that needs real servers.

import { join } from 'node:path';
import { bundledTypebox } from './jest.typebox.mjs';

const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
  },
];

// What properties are tried with, instead of the few values of a suite.
const tried = process.env['PROPERTY_RUNS'];

// The limits of time end what hangs, not what is slow: ten times what the longest takes on a machine without neighbours.
const shared = {
  // Modules of a test file outlive it: in one process the suites of the apps come close to the heap that Node allows, and
  // then collect garbage without end. A worker that has more than this after a file is replaced.
  workerIdleMemoryLimit: '1GB',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@triptych/source', 'node', 'node-addons'] },
  globalSetup: join(import.meta.dirname, 'jest.typebox.mjs'),
  setupFiles: ['network-guard', 'plugin-names'].map((name) =>
    join(import.meta.dirname, `libs/testing/src/${name}.ts`),
  ),
  setupFilesAfterEnv: [join(import.meta.dirname, 'libs/testing/src/documented-replies-only.ts')],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', ...bundledTypebox },
  // ESM-only packages that CommonJS ones require: Node 20.19 can, Jest on it cannot.
  transform: {
    '^.+\\.ts$': swc(false),
    '^.+\\.tsx$': swc(true),
    'node_modules/(cookie|content-disposition)/.+\\.js$': swc(false),
  },
  transformIgnorePatterns: ['/node_modules/(?!(cookie|content-disposition)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/out-tsc/'],
};

/** The suite behind `npm test`: no service, no network but loopback. */
export function unitTests(rootDir) {
  return {
    ...shared,
    rootDir,
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
    testPathIgnorePatterns: ['\\.integration\\.test\\.tsx?$', '\\.browser\\.test\\.tsx?$'],
    testTimeout: tried === undefined ? 180_000 : 3_600_000,
  };
}

/** The suite on real PostgreSQL and Redis; it fails, and never skips, without them. */
export function integrationTests(rootDir) {
  return {
    ...shared,
    rootDir,
    testMatch: ['<rootDir>/src/**/*.integration.test.{ts,tsx}'],
    testSequencer: join(import.meta.dirname, 'jest.sequencer.cjs'),
    testTimeout: 300_000,
  };
}

/** The suite that drives Debian's Chromium. */
export function browserTests(rootDir) {
  return {
    ...shared,
    rootDir,
    testMatch: ['<rootDir>/src/**/*.browser.test.{ts,tsx}'],
    testSequencer: join(import.meta.dirname, 'jest.sequencer.cjs'),
    testTimeout: 300_000,
  };
}

/** The suite, failing where a line of its loggers or processes names a person. */
export function namingNoPerson(suite) {
  const scan = join(import.meta.dirname, 'libs/testing/src/no-person-in-logs.ts');
  return { ...suite, setupFilesAfterEnv: [...suite.setupFilesAfterEnv, scan] };
}

/** The suite, failing where a test file leaves a socket, a process, a timer or a test database behind. */
export function leavingNothing(suite) {
  return { ...suite, testEnvironment: join(import.meta.dirname, 'jest.environment.cjs') };
}
