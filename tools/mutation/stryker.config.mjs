// Stryker on one library: LIBRARY=http-client npx stryker run tools/mutation/stryker.config.mjs (ADR 0032).
const library = process.env['LIBRARY'] ?? 'http-client';
const project = `libs/${library}`;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    `${project}/src/**/*.ts`,
    `!${project}/src/**/*.{test,contract,fixture}.ts`,
    `!${project}/src/testing/**`,
  ],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  plugins: ['@stryker-mutator/jest-runner', './tools/mutation/texts.mjs'],
  ignorers: ['texts'],
  jest: { configFile: `${project}/jest.config.js`, enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  ignoreStatic: false,
  timeoutMS: 10_000,
  tempDirName: 'tools/mutation/out-tsc/stryker',
  incremental: true,
  incrementalFile: `tools/mutation/out-tsc/${library}.json`,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `tools/mutation/out-tsc/${library}.report.json` },
  thresholds: { high: 95, low: 90, break: 90 },
};
