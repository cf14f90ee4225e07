import { Type } from 'typebox';
import { AttachmentSchema, kind } from '../attachments/attachments.schemas.js';
import { nextCursor } from '../paging/page.schemas.js';
import { changed, date, id, nullable, nullableText } from '../people/person.schemas.js';

/** One less than PostgreSQL's greatest integer: the neighbours of a number are asked for, too. */
const greatest = 2_147_483_646;
export const chatId = Type.String({ description: 'Two user ids joined by `--`, in either order.' });

/** Of the address of what is set of a chat. */
export const ChatParamsSchema = Type.Object({ chatId });

export const clientIdPattern = '^[A-Za-z0-9_.:-]{1,64}$';

export const SendBodySchema = Type.Object({
  text: Type.Optional(
    Type.String({
      description:
        '1 to 2000 characters, not blank. Beside `attachments` it may be left out, or empty.',
    }),
  ),
  chatId,
  clientId: Type.Optional(
    Type.String({
      pattern: clientIdPattern,
      description: 'The sender’s own name for the message; a repeated send stores it once.',
    }),
  ),
  replyTo: Type.Optional(
    Type.String({ ...id, description: 'Id of a message of the same chat that the caller sees.' }),
  ),
  attachments: Type.Optional(
    Type.Array(id, {
      maxItems: 10,
      uniqueItems: true,
      description: 'Ids of files of the caller that were not sent yet, in the order to show them.',
    }),
  ),
});

export const ForwardBodySchema = Type.Object({
  chatId,
  messageId: Type.String({
    ...id,
    description: 'Id of a message that the caller sees, in any chat of theirs.',
  }),
  clientId: SendBodySchema.properties.clientId,
});

const QuoteSchema = Type.Object(
  {
    id,
    seq: Type.Integer({ minimum: 1 }),
    senderId: nullable(id, 'Null once that message is gone.'),
    text: Type.String({
      description:
        'Its beginning as it stands now, whole graphemes of at most 200 characters; empty once it is deleted, also for the caller alone, or gone.',
    }),
    deletedAt: nullable(date(), 'When it was deleted for both.'),
    attachments: Type.Optional(
      Type.Array(kind, { description: 'Only of a message with files: the kind of each.' }),
    ),
  },
  { description: 'Only of a reply that is not deleted: the message that it replies to.' },
);

export const MessageSchema = Type.Object(
  {
    id,
    chatId: Type.String({ description: 'In the one order the server keeps.' }),
    senderId: id,
    clientId: Type.Optional(Type.String({ description: 'Only for the sender.' })),
    text: Type.String({ description: 'As it stands now; empty once deleted for both.' }),
    seq: Type.Integer({ minimum: 1, description: '1, 2, 3 … within the chat, without holes.' }),
    createdAt: date(),
    editedAt: nullable(date(), 'When the text was last changed.'),
    deletedAt: nullable(date(), 'When it was deleted for both.'),
    expiresAt: Type.Optional(
      date('Only of a message that ends: from then on nobody sees it, and its words are erased.'),
    ),
    forwarded: Type.Optional(
      Type.Literal(true, {
        description: 'Only of a copy of another message that is not deleted; of which is not told.',
      }),
    ),
    reactions: Type.Array(Type.Object({ userId: id, emoji: Type.String() }), {
      description: 'At most five of each of the two.',
    }),
    attachments: Type.Optional(
      Type.Array(AttachmentSchema, {
        description:
          'Only of a message that was sent with files, and is not deleted. Fewer, or none, once the other one has erased the account.',
      }),
    ),
    replyTo: Type.Optional(QuoteSchema),
  },
  { description: 'A stored message.' },
);

export const LimitsSchema = Type.Object(
  {
    editSeconds: Type.Integer({ description: 'After sending; 0: never.' }),
    deleteSeconds: Type.Integer({ description: 'For both, after sending; 0: never.' }),
    attachmentBytes: Type.Integer({ description: 'A file may have at most so many.' }),
    now: date('The time of the server, for who has a clock that is wrong.'),
  },
  { description: 'For how long the sender can change a message, and how large its files may be.' },
);

const position = (description: string, minimum = 1) =>
  Type.Optional(Type.Integer({ minimum, maximum: greatest, description }));
const cursor = (description: string) => nullable(Type.Integer(), description);

export const HistoryQuerySchema = Type.Object({
  chatId,
  before: position('Messages before this `seq`: the `olderCursor` of a page.'),
  after: position('Messages after this `seq`: the `newerCursor` of a page, 0 for the first.', 0),
  around: position('The message with this `seq` amid its neighbours.'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 by default.' })),
});

export const HistorySchema = Type.Object(
  {
    messages: Type.Array(MessageSchema, { description: 'Newest last.' }),
    nextCursor: cursor(
      'Goes on in the direction asked for: as `after` if that was sent, else as `before`.',
    ),
    olderCursor: cursor('For `before`; null when nothing older is left.'),
    newerCursor: cursor('For `after`; null when nothing newer was there.'),
  },
  { description: 'A page of messages, without those that the caller deleted for themselves.' },
);

export const ChatListSchema = Type.Object(
  {
    chats: Type.Array(
      Type.Object({
        chatId: Type.String(),
        person: Type.Object(
          {
            id,
            name: nullableText(),
            email: nullableText(),
            image: nullableText(),
            handle: nullableText(),
          },
          { description: 'The other one; after the end of a friendship as they were then.' },
        ),
        lastMessage: MessageSchema,
        unread: Type.Integer({
          minimum: 0,
          description: 'Messages of the other one after `readSeq`, without deleted ones.',
        }),
        readSeq: Type.Integer({ minimum: 0, description: 'Up to where the caller has read.' }),
        readByPartnerSeq: Type.Integer({
          minimum: 0,
          description: 'Up to where the other one has read, as far as they show it.',
        }),
        mutedUntil: nullable(
          date(),
          'No device of the caller is notified until then, in the year 9999 for good; null: it is.',
        ),
        expirySeconds: nullable(
          Type.Integer(),
          'How long messages are kept that are sent from now on; null: for good.',
        ),
        archived: Type.Boolean({
          description: 'Put away by the caller; a message takes it out, unless it is muted.',
        }),
        markedUnread: Type.Boolean({
          description: 'By the caller, whatever `unread` is; reading in the chat ends it.',
        }),
        pinned: Type.Array(Type.Integer({ minimum: 1 }), {
          description:
            'The `seq` of each pinned message, without those hidden; the newest pin last.',
        }),
      }),
    ),
    nextCursor,
  },
  { description: 'Conversations with at least one message to see, newest first.' },
);

const seq = Type.Integer({ minimum: 1, maximum: greatest, description: 'Of a message.' });

export const ReadBodySchema = Type.Object({ chatId, seq });

export const ReadSchema = changed(
  'False when that far was read already, and the chat was not marked as unread.',
  'Marked.',
);

export const EditBodySchema = Type.Object({
  chatId,
  seq,
  text: Type.String({ description: 'The new text: 1 to 2000 characters, not blank.' }),
});

export const DeleteBodySchema = Type.Object({
  chatId,
  seq,
  for: Type.Optional(
    Type.String({
      enum: ['everyone', 'me'],
      description:
        '`everyone` by default: takes an own message back. `me`: the other one keeps it.',
    }),
  ),
});

export const ReactionBodySchema = Type.Object({
  chatId,
  seq,
  emoji: Type.String({ description: 'Exactly one emoji.' }),
});

export const PinBodySchema = Type.Object({ chatId, seq });

export const PinnedQuerySchema = Type.Object({ chatId });

export const PinnedSchema = Type.Object(
  { messages: Type.Array(MessageSchema, { description: 'At most 50; the newest pin last.' }) },
  { description: 'Pinned messages, without those that the caller deleted for themselves.' },
);

export const ChangeSchema = changed('False when it was so already.');
