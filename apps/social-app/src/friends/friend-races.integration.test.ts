import { openPostgresApp } from '../testing/postgres-app.js';
import type { TestApp } from '../testing/test-app.js';
import { friendRacesContract } from './friend-races.contract.js';

let world: TestApp;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

// By hand: RACES=200.
friendRacesContract(() => world, Number(process.env['RACES'] ?? 60));
