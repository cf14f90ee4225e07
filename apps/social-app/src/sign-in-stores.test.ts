import { createEmbeddedTestDatabase, schemaDrift } from '@triptych/postgres/testing';
import { signInStoresContract } from './testing/stores.contract.js';
import { migrationsDir } from './testing/test-app.js';

signInStoresContract(() => createEmbeddedTestDatabase(migrationsDir));

describe('the migrations', () => {
  it('make exactly the tables of schema.prisma', async () => {
    const schema = new URL('../prisma/schema.prisma', import.meta.url);
    expect(await schemaDrift(schema, migrationsDir)).toBe('');
    // The schema engine compiles, and runs every migration on an empty database.
  });
});
