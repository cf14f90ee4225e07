import { startFakeIdp, type FakeIdp } from './fake-idp.js';
import { startTestApp, type ResettableApp } from './test-app.js';

export interface AppWithProvider {
  readonly idp: FakeIdp;
  readonly test: ResettableApp;
  readonly close: () => Promise<void>;
}

/** The app, and a provider that it knows as `oidc`. */
export async function startAppWithProvider(): Promise<AppWithProvider> {
  const idp = await startFakeIdp();
  const test = await startTestApp(settingsFor(idp));
  return { idp, test, close: () => test.close().then(() => idp.close()) };
}

export function settingsFor({ issuer }: FakeIdp) {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'app',
    OIDC_CLIENT_SECRET: 'a-client-secret',
  };
}
