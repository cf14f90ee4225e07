import { startFakeIdp, type FakeIdp } from './fake-idp.js';
import { createTestApp } from './test-app.js';

/** The app, and a provider that it knows as `oidc`. */
export async function startAppWithProvider() {
  const idp = await startFakeIdp();
  const test = await createTestApp({ config: settingsFor(idp) });
  return { idp, test, close: () => test.close().then(() => idp.close()) };
}

export function settingsFor({ issuer }: FakeIdp) {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'app',
    OIDC_CLIENT_SECRET: 'a-client-secret',
  };
}
