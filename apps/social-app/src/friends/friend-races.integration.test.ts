import { createPostgres, createPostgresWorld } from '../testing/postgres-world.js';
import type { World } from '../testing/social-world.js';
import { friendRacesContract } from './friend-races.contract.js';

let database: Awaited<ReturnType<typeof createPostgres>>;
let world: World;
beforeAll(async () => {
  database = await createPostgres();
  world = await createPostgresWorld(database.url);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

friendRacesContract(() => world, 200);
