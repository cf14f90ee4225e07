import { afterAll, beforeEach } from '@jest/globals';
import { startFakeIdp, type FakeIdp } from './fake-idp.js';
import { createTestApp, type TestSettings } from './test-app.js';

/** The app, and a provider that it knows as `oidc`, for the tests of one file: each finds both as if they were new. */
export async function startAppWithProvider(config: TestSettings['config'] = {}) {
  const idp = await startFakeIdp();
  const test = await createTestApp({ config: { ...settingsFor(idp), ...config } });
  beforeEach(async () => {
    idp.reset();
    await test.reset();
  });
  afterAll(async () => {
    await test.close();
    await idp.close();
  });
  return { idp, test };
}

export function settingsFor({ issuer }: FakeIdp) {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'app',
    OIDC_CLIENT_SECRET: 'a-client-secret',
  };
}
