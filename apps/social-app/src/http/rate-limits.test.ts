import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { migrationsDir, createTestApp } from '../testing/test-app.js';
import { limitsContract } from './rate-limits.contract.js';

limitsContract(async () => ({ database: await createEmbeddedTestDatabase(migrationsDir) }));

it('RATE_LIMIT_MAX=0 turns these limits off, too', async () => {
  const test = await createTestApp({ config: { SIGN_IN_LIMIT: 1 } });
  const { cookie } = await test.join();
  for (let n = 0; n < 3; n += 1) {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/auth/signin/oidc',
      headers: { cookie },
      payload: {},
    });
    expect(response.statusCode).toBe(302);
  }
  await test.close();
});
