import { openPostgresWorld } from '../testing/postgres-world.js';
import type { World } from '../testing/social-world.js';
import { friendRacesContract } from './friend-races.contract.js';

let world: World;
beforeAll(async () => {
  world = await openPostgresWorld();
});
afterAll(() => world.close());

friendRacesContract(() => world, 200);
