import { integrationTests, namingNoPerson } from '../../jest.preset.js';

export default namingNoPerson(integrationTests(import.meta.dirname));
