import { Type } from 'typebox';
import { AttachmentSchema } from '../attachments/attachments.schemas.js';
import { InvitationSchema } from '../invitations/invitations.schemas.js';
import { date, id, nullable, nullableText } from '../people/person.schemas.js';
import {
  handleChangeableAt,
  LinkedAccountSchema,
  SessionItemSchema,
  UserSchema,
} from '../settings/account.schemas.js';
import { SettingsSchema } from '../settings/settings.schemas.js';

const text = nullableText();
const person = { id, name: text, email: text, image: text, handle: text, since: date() };
const people = Type.Array(Type.Object(person));

const SentMessageSchema = Type.Object({
  id,
  seq: Type.Integer({ description: 'Its number in the chat.' }),
  text: Type.String({ description: 'Empty once deleted for both.' }),
  createdAt: date(),
  editedAt: nullable(date()),
  deletedAt: nullable(date()),
  expiresAt: nullable(date(), 'When it ends; null: it stays.'),
  forwarded: Type.Boolean({ description: 'A copy of another message, and not deleted.' }),
  attachments: Type.Array(AttachmentSchema, {
    description: 'Files: `GET /api/attachments/{id}` has their bytes while the two are friends.',
  }),
  replyTo: nullable(
    Type.Object({ id, seq: Type.Integer() }),
    'Which message of the chat it replies to; what that says is in here if one wrote it oneself.',
  ),
});

const ExportedChatSchema = Type.Object({
  chatId: Type.String(),
  personId: id,
  personName: nullableText('Null once the other one has erased the account.'),
  lastSeq: Type.Integer({ description: 'How many messages there are.' }),
  readSeq: Type.Integer({ description: 'Up to which one has read.' }),
  expirySeconds: nullable(
    Type.Integer(),
    'How long messages are kept that are sent from now on; null: for good.',
  ),
  archived: Type.Boolean({ description: 'Put away.' }),
  markedUnread: Type.Boolean({ description: 'To be read again.' }),
  pinned: Type.Array(Type.Integer(), { description: 'Numbers of the pinned messages.' }),
  sent: Type.Array(SentMessageSchema, { description: 'What one wrote, oldest first.' }),
});

const messageKey = {
  chatId: Type.String(),
  seq: Type.Integer({ description: 'The number of the message in the chat.' }),
};

const ExportSchema = Type.Object({
  exportedAt: date(),
  user: UserSchema,
  emailConfirmed: Type.Boolean(),
  handleChangeableAt,
  accounts: Type.Array(
    Type.Object({
      ...LinkedAccountSchema.properties,
      issuer: Type.String({ description: 'Who vouches for it.' }),
      subject: Type.String({ description: 'What one is called there.' }),
    }),
  ),
  sessions: Type.Array(SessionItemSchema),
  settings: SettingsSchema,
  friends: Type.Array(Type.Object({ ...person, chatId: Type.String() })),
  incoming: people,
  outgoing: people,
  blocked: people,
  chats: Type.Array(ExportedChatSchema),
  reactions: Type.Array(Type.Object({ ...messageKey, emoji: Type.Array(Type.String()) }), {
    description: 'One’s own.',
  }),
  drafts: Type.Array(
    Type.Object({
      personId: id,
      text: Type.String(),
      replyToId: nullable(id, 'The message that it replies to.'),
      changedAt: date(),
    }),
    { description: 'What one has written to friends and not sent.' },
  ),
  denials: Type.Array(Type.Object({ personId: id, count: Type.Integer(), lastAt: date() }), {
    description: 'Whose requests one has denied of late.',
  }),
  events: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      type: Type.String(),
      at: date(),
      personId: nullable(id),
      chatId: nullableText(),
      chatSeq: nullable(Type.Integer()),
    }),
    { description: 'What `GET /api/events` can still send, without what it refers to.' },
  ),
  formerHandles: Type.Array(Type.Object({ freeAt: date() }), {
    description: 'Handles given up, of which digests alone are kept until then.',
  }),
  invitations: Type.Array(InvitationSchema, { description: 'Links that can be used.' }),
  notifiedDevices: Type.Array(
    Type.Object({
      sessionId: id,
      service: Type.String({ description: 'The host of the push service.' }),
      createdAt: date(),
    }),
    { description: 'Where one is notified while the client is closed.' },
  ),
  mutedChats: Type.Array(Type.Object({ chatId: Type.String(), mutedUntil: date() }), {
    description: 'Chats of whose messages one is not notified, or was not until then.',
  }),
  unsentFiles: Type.Array(Type.Object({ ...AttachmentSchema.properties, createdAt: date() }), {
    description: 'Files that were uploaded, and are in no message.',
  }),
  reports: Type.Array(
    Type.Object({ id, reportedId: id, reason: Type.String(), note: text, createdAt: date() }),
    { description: 'Whom one reported.' },
  ),
});

/** Sent as a stream: documented, and not serialised by it. */
export const exportResponse: Readonly<Record<string, unknown>> = {
  description: 'Everything stored about the caller, as a file; nothing that others wrote.',
  content: { 'application/json': { schema: ExportSchema } },
};
