import type { EventPage, ImportOutcome, NewUser } from './api-types.js';
import { createCallService } from './call-service.js';
import { copyUsers, type Change, type CopyOptions } from './copy-users.js';
import { keyRoutes } from './key-routes.js';
import {
  eventPages,
  events,
  readEventPage,
  type EventsQuery,
  type FeedEvent,
  type FeedOptions,
} from './read-events.js';
import { parseOptions, type CallOptions, type UserClientOptions } from './settings.js';
import {
  exportUsers,
  importUsers,
  type ExportQuery,
  type ImportOptions,
  type UserExport,
} from './transfer-users.js';
import { userRoutes } from './user-routes.js';
import { webhookRoutes } from './webhook-routes.js';

export type UserClient = ReturnType<typeof createUserClient>;

/**
 * A client of the user service. Its methods are named as the operations of the OpenAPI document; each rejects with a
 * UserServiceError, or with the reason of the caller's signal. It holds no connection of its own, and need not be closed.
 *
 * @throws TypeError for options that are none
 */
export function createUserClient(options: UserClientOptions) {
  const call = createCallService(parseOptions(options));
  return {
    ...userRoutes(call),
    ...keyRoutes(call),
    ...webhookRoutes(call),

    /** One page of the feed. `wait` is added to the time that the call may take. */
    readEvents: (query: EventsQuery = {}, own?: CallOptions): Promise<EventPage> =>
      readEventPage(call, query, own),

    /** The feed of changes, event by event, without end. */
    events: (feed?: FeedOptions): AsyncGenerator<FeedEvent> => events(call, feed),

    /** The feed by pages: apply a page and store its cursor in one transaction, and each event is applied once. */
    eventPages: (feed?: FeedOptions): AsyncGenerator<EventPage> => eventPages(call, feed),

    /** What keeps an exact copy of all users, without end. */
    copy: (own?: CopyOptions): AsyncGenerator<Change> => copyUsers(call, own),

    /** All users as a stream, and the cursor from which the feed goes on. */
    exportUsers: (query?: ExportQuery): Promise<UserExport> => exportUsers(call, query),

    /** Registers users from a stream; yields what became of each. */
    importUsers: (
      users: Iterable<NewUser> | AsyncIterable<NewUser>,
      own?: ImportOptions,
    ): AsyncGenerator<ImportOutcome> => importUsers(call, users, own),
  };
}
