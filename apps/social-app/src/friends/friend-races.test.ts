import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createWorld, migrationsDir, type World } from '../testing/social-world.js';
import { friendRacesContract } from './friend-races.contract.js';

let world: World;
beforeAll(async () => {
  world = await createWorld(await createEmbeddedTestDatabase(migrationsDir));
});
afterAll(() => world.close());

friendRacesContract(() => world, 10);
