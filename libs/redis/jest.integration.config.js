import { integrationTests } from '../../jest.preset.js';

export default integrationTests(import.meta.dirname);
