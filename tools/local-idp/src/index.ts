export { startLocalIdp, type LocalIdp, type LocalIdpOptions } from './local-idp.js';
export { callbackPath, developmentClient, type LocalClient } from './provider-settings.js';
