export type * from './api-types.js';
export type { Change, CopyOptions } from './copy-users.js';
export { createUserClient, type UserClient } from './create-user-client.js';
export type { KeyListQuery } from './key-routes.js';
export type { EventsQuery, FeedEvent, FeedOptions } from './read-events.js';
export type { CallOptions, UserClientOptions } from './settings.js';
export type { ExportQuery, ImportOptions, UserExport } from './transfer-users.js';
export type { RegisterOptions, UserListQuery, UserPage } from './user-routes.js';
export {
  CursorExpiredError,
  isUserServiceError,
  UserServiceError,
  type ErrorFacts,
} from './user-service-error.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifiedWebhook,
  type VerifyOptions,
  type WebhookErrorCode,
  type WebhookHeaders,
  type WebhookTestEvent,
} from './verify-webhook.js';
