import { Type } from 'typebox';
import { date, id, nullable, nullableText } from '../people/person.schemas.js';
import { LinkedAccountSchema, SessionItemSchema, UserSchema } from '../settings/account.schemas.js';
import { SettingsSchema } from '../settings/settings.schemas.js';

const text = nullableText();
const person = { id, name: text, email: text, image: text, since: date() };
const people = Type.Array(Type.Object(person));

const SentMessageSchema = Type.Object({
  id,
  seq: Type.Integer({ description: 'Its number in the chat.' }),
  text: Type.String({ description: 'Empty once deleted for both.' }),
  createdAt: date(),
  editedAt: nullable(date()),
  deletedAt: nullable(date()),
});

const ExportedChatSchema = Type.Object({
  chatId: Type.String(),
  personId: id,
  personName: nullableText('Null once the other one has erased the account.'),
  lastSeq: Type.Integer({ description: 'How many messages there are.' }),
  readSeq: Type.Integer({ description: 'Up to which one has read.' }),
  sent: Type.Array(SentMessageSchema, { description: 'What one wrote, oldest first.' }),
});

const ExportSchema = Type.Object({
  exportedAt: date(),
  user: UserSchema,
  accounts: Type.Array(LinkedAccountSchema),
  sessions: Type.Array(SessionItemSchema),
  settings: SettingsSchema,
  friends: Type.Array(Type.Object({ ...person, chatId: Type.String() })),
  incoming: people,
  outgoing: people,
  blocked: people,
  chats: Type.Array(ExportedChatSchema),
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
