import { leavingNothing, unitTests } from '../../jest.preset.js';

export default leavingNothing(unitTests(import.meta.dirname));
