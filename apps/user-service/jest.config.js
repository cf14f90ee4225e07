import { leavingNothing, namingNoPerson, unitTests } from '../../jest.preset.js';

export default leavingNothing(namingNoPerson(unitTests(import.meta.dirname)));
