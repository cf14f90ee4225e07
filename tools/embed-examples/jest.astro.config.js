import { browserTests } from '../../jest.preset.js';

const suite = browserTests(import.meta.dirname);

export default { ...suite, testMatch: ['<rootDir>/src/astro.browser.test.ts'] };
