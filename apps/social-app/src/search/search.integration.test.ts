import { createPostgres, createPostgresWorld } from '../testing/postgres-world.js';
import { searchContract } from './search.contract.js';

let drop: () => Promise<void>;

searchContract(async () => {
  const database = await createPostgres();
  drop = database.drop;
  return createPostgresWorld(database.url);
});
afterAll(() => drop());
