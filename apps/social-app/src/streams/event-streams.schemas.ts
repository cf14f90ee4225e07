import { Type } from 'typebox';

export const EventsQuerySchema = Type.Object({
  since: Type.Optional(
    Type.String({ description: 'The last event one has, where `Last-Event-ID` cannot be sent.' }),
  ),
});

export const EventsHeadersSchema = Type.Object({
  'last-event-id': Type.Optional(Type.String({ description: 'Sent by browsers on their own.' })),
});

/** Of PostgreSQL's integer. */
const newest = 2_147_483_647;

/** Null for a first connection; -1 for an id that was never sent, which is before every event and leads to `reset`. */
export function parseLastEventId(lastEventId: string | undefined, since: string | undefined) {
  const id = lastEventId || since;
  if (!id) return null;
  return /^\d{1,10}$/.test(id) && Number(id) < newest ? Number(id) : -1;
}

/** An `object` to the compiler, because the handler sends a stream of text and no string. */
export const eventStreamResponse: object = {
  description:
    'Server-sent events. The first of a new stream is `ready` with the cursor; `reset` means that events ' +
    'between the given id and the cursor are gone and state must be fetched anew. Then, each with an id: ' +
    '`friend_request`, `friend_request_sent`, `new_friend`, `request_denied`, `request_cancelled`, ' +
    '`removed_friend`, `blocked`, `unblocked`, `person_erased`, `message`, `message_edited`, `message_deleted`, ' +
    '`message_hidden`, `reaction`, `read`, `settings`. Without an id, sent once and never repeated: ' +
    '`presence_list`, `presence`, `typing`.',
  content: { 'text/event-stream': { schema: Type.String() } },
};
