export { startLocalIdp, type LocalIdp } from './local-idp.js';
export { callbackPath, developmentClient, type LocalClient } from './provider-settings.js';
