import { createTestApp, type TestApp } from '../testing/test-app.js';
import { friendRacesContract } from './friend-races.contract.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

friendRacesContract(() => world, 10);
