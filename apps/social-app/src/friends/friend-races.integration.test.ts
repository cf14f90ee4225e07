import { openPostgresApp } from '../testing/postgres-app.js';
import type { TestApp } from '../testing/test-app.js';
import { friendRacesContract } from './friend-races.contract.js';

let world: TestApp;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

friendRacesContract(() => world, 200);
