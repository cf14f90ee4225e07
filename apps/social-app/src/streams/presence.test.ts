import { createTestApp } from '../testing/test-app.js';
import { presenceContract } from './presence.contract.js';

presenceContract(async () => {
  const here = await createTestApp({ context: { presence: { graceMs: 50 } } });
  return { here, there: here, close: () => here.close() };
});
