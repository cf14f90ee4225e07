// The shapes of the API, named. They are taken from the OpenAPI document of the service, so that they cannot differ from it.
import type { components, operations } from './generated/openapi.js';

/** The name of a route, as the OpenAPI document and the methods of the client have it; SCIM is for clients of its own. */
export type Operation = Exclude<keyof operations, `${string}Scim${string}`>;

type Responses<Name extends Operation> = operations[Name]['responses'];

/** The JSON that a route replies when it succeeds. */
export type ReplyOf<Name extends Operation> = {
  [Status in keyof Responses<Name> & (200 | 201)]: Responses<Name>[Status] extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : never;
}[keyof Responses<Name> & (200 | 201)];

/** The JSON that a route takes. */
export type BodyOf<Name extends Operation> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

type QueryOf<Name extends Operation> = NonNullable<operations[Name]['parameters']['query']>;

type ProblemCodeOf<Response> = Response extends {
  content: { 'application/problem+json': { code: infer Code } };
}
  ? Code
  : never;

/** Every code that the service replies. */
export type ServiceErrorCode = components['schemas']['Problem']['code'];

/** What went wrong without a problem document of the service. */
export type ClientErrorCode =
  | 'invalid_request'
  | 'api_key_unavailable'
  | 'network_error'
  | 'timeout'
  | 'invalid_reply'
  | 'reply_too_large'
  | 'unexpected_redirect'
  | 'unexpected_status';

export type ErrorCode = ServiceErrorCode | ClientErrorCode;

/**
 * The codes with which one route can fail. Where the service demands a key of everybody (`REQUIRE_API_KEY`), routes that the
 * document leaves open fail with `api_key_required` and `scope_missing` as well.
 */
export type ErrorCodeOf<Name extends Operation> =
  | {
      [Status in keyof Responses<Name>]: ProblemCodeOf<Responses<Name>[Status]>;
    }[keyof Responses<Name>]
  | 'api_key_required'
  | 'scope_missing'
  | ClientErrorCode;

export type User = ReplyOf<'readUserByEmail'>['data'];
/** A user as the management routes have it: `EmailVerifiedAt` where the service sends mails that prove an e-mail. */
export type ManagedUser = ReplyOf<'changeUser'>['data'];
export type NewUser = BodyOf<'registerUser'>;
export type UserPatch = BodyOf<'changeUser'>;

/** A page of the feed: go on with `cursor`, also after a page without events. */
export type EventPage = ReplyOf<'readEvents'>;
/** A change of a user: a CloudEvent. */
export type UserEvent = EventPage['events'][number];

export type ApiKey = ReplyOf<'createKey'>['key'];
export type CreatedKey = ReplyOf<'createKey'>;
export type RotatedKey = ReplyOf<'rotateKey'>;
export type KeyPage = ReplyOf<'listKeys'>;
export type NewKey = BodyOf<'createKey'>;
export type KeyRotation = BodyOf<'rotateKey'>;

export type AuditPage = ReplyOf<'readAudit'>;
export type AuditEntry = AuditPage['entries'][number];
export type AuditQuery = QueryOf<'readAudit'>;

export type Webhook = ReplyOf<'replayWebhook'>;
export type CreatedWebhook = ReplyOf<'createWebhook'>;
export type NewWebhook = BodyOf<'createWebhook'>;
export type WebhookRotation = BodyOf<'rotateWebhook'>;
export type WebhookReplay = BodyOf<'replayWebhook'>;
export type WebhookAttempt = ReplyOf<'testWebhook'>;
export type DeliveryPage = ReplyOf<'listDeliveries'>;
export type PageQuery = QueryOf<'listDeliveries'>;

/** A member of a request that breaks its shape, by JSON pointer. */
export type Fault = NonNullable<components['schemas']['Problem']['errors']>[number];

/** What became of one line of an import; `line` counts from 1. */
export type ImportOutcome =
  | { readonly line: number; readonly status: 200; readonly ID: string }
  | {
      readonly line: number;
      readonly status: 400 | 409 | 413 | 500;
      readonly code: ServiceErrorCode;
      readonly errors?: readonly Fault[];
    };
