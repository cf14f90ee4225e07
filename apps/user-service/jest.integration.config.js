import { integrationTests, leavingNothing, namingNoPerson } from '../../jest.preset.js';

export default leavingNothing(namingNoPerson(integrationTests(import.meta.dirname)));
