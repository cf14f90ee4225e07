import { unitTests } from '../../jest.preset.js';

export default unitTests(import.meta.dirname);
