export { createBrowser } from './browser.js';
export { callbackPath, developmentClient } from './development-client.js';
export { startLocalIdp, type LocalIdp, type LocalIdpOptions } from './local-idp.js';
export type { LocalClient } from './provider-settings.js';
