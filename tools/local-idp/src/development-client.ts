import type { LocalClient } from './provider-settings.js';

/** Where social-app takes people back to, under its `PUBLIC_URL`. */
export const callbackPath = '/api/auth/callback/oidc';

/** The client that social-app is on a developer's machine. Its secret is public: it guards nothing. */
export const developmentClient: LocalClient = {
  id: 'triptych-development',
  secret: 'not-a-secret-for-development-only',
  name: 'Triptych',
  redirectUris: [
    `http://localhost:8082${callbackPath}`,
    `http://127.0.0.1:8082${callbackPath}`,
    `http://[::1]:8082${callbackPath}`,
  ],
};
