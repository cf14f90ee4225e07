import { browserTests } from '../../jest.preset.js';

export default browserTests(import.meta.dirname);
