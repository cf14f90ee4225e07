import { integrationTests, leavingNothing } from '../../jest.preset.js';

export default leavingNothing(integrationTests(import.meta.dirname));
