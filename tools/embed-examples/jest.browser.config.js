import { browserTests } from '../../jest.preset.js';

const suite = browserTests(import.meta.dirname);

// Astro is installed by itself: README.md says why.
export default { ...suite, testPathIgnorePatterns: ['/astro\\.browser\\.test\\.ts$'] };
