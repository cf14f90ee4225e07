import { unitTests, namingNoPerson } from '../../jest.preset.js';

export default namingNoPerson(unitTests(import.meta.dirname));
