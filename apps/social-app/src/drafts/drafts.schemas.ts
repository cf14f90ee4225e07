import { Type } from 'typebox';
import { clientIdPattern } from '../messages/messages.schemas.js';
import { nextCursor } from '../paging/page.schemas.js';
import { date, id, nullable, nullableText } from '../people/person.schemas.js';

export const DraftBodySchema = Type.Object({
  text: Type.String({ description: '1 to 2000 characters, not blank, as they were typed.' }),
  replyTo: Type.Optional(
    Type.String({
      ...id,
      description:
        'Id of a message of the same chat. One that the caller does not see is not shown.',
    }),
  ),
  clientId: Type.Optional(
    Type.String({
      pattern: clientIdPattern,
      description:
        'The `clientId` with which it will be sent: then the draft is gone, whatever its text is, and a request that comes after that stores nothing.',
    }),
  ),
});

export const ClearQuerySchema = Type.Object({
  clientId: Type.Optional(
    Type.String({
      pattern: clientIdPattern,
      description: 'Of the draft that is meant; without it, whatever is there.',
    }),
  ),
});

const changed = Type.Boolean({ description: 'False when it was so already.' });
const cursor = Type.Integer({
  minimum: 0,
  description:
    'Number of the caller’s newest event by then: what an event up to it says of the draft is no newer than this.',
});

export const StoredDraftSchema = Type.Object(
  {
    changed,
    sent: Type.Boolean({
      description:
        'The message with this `clientId` is there and begins with this text: nothing was stored.',
    }),
    cursor,
  },
  { description: 'Stored for all devices of the caller.' },
);

export const ClearedDraftSchema = Type.Object(
  {
    changed,
    cursor,
    kept: Type.Boolean({ description: 'A draft of another `clientId` is there, and stays.' }),
  },
  { description: 'The draft that was meant is on no device of the caller any more.' },
);

export const DraftSchema = {
  text: Type.String({ description: 'As it was typed.' }),
  replyTo: nullable(
    Type.Object({ id, seq: Type.Integer({ minimum: 1 }), senderId: id }),
    'The message of the chat that it replies to; null once that is gone.',
  ),
  clientId: nullableText('With which it will be sent.'),
  changedAt: date(),
};

export const DraftListSchema = Type.Object(
  { drafts: Type.Array(Type.Object({ chatId: Type.String(), ...DraftSchema })), nextCursor },
  { description: 'Drafts of the caller, the one that was written last first.' },
);
