import { Type } from 'typebox';
import { cursorPattern } from '../paging/cursor.js';

const nullableText = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });
const since = Type.String({ format: 'date-time', description: 'When it came to be so.' });

const person = {
  id: Type.String({ format: 'uuid' }),
  name: nullableText('Null while it is not the caller’s to know.'),
  email: nullableText('Null while it is not the caller’s to know.'),
  image: nullableText('An https address; null while it is not the caller’s to know.'),
};
const friend = {
  ...person,
  chatId: Type.String({ description: 'Where the two write to each other.' }),
  since,
};
const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The `cursor` of the next page; null at the end.',
});

export const AddBodySchema = Type.Object({
  email: Type.String({ description: 'Any spelling of the address that its owner has verified.' }),
});

export const PersonBodySchema = Type.Object({
  id: Type.String({ description: 'The user id of the other person.' }),
});

export const PersonParamsSchema = Type.Object({
  id: Type.String({ description: 'The user id of the friend.' }),
});

export const ChangeSchema = Type.Object(
  { changed: Type.Boolean({ description: 'False when there was nothing to change.' }) },
  { description: 'Done.' },
);

export const FriendListSchema = Type.Object(
  {
    friends: Type.Array(Type.Object(friend)),
    incoming: Type.Array(Type.Object({ ...person, since })),
    outgoing: Type.Array(Type.Object({ ...person, since }), {
      description: 'Name and image stay null until the request is accepted.',
    }),
    blocked: Type.Array(Type.Object({ ...person, since }), {
      description: 'Whom the caller blocks; name, e-mail and image stay null.',
    }),
    nextCursors: Type.Object(
      { friends: nextCursor, incoming: nextCursor, outgoing: nextCursor, blocked: nextCursor },
      { description: 'How each list goes on at `GET /api/friends/` and its name.' },
    ),
  },
  { description: 'What the others are to the caller, newest first, at most 200 of each.' },
);

/** The members of `GET /api/friends`, each of which goes on at an address of its own. */
export const lists = ['friends', 'incoming', 'outgoing', 'blocked'] as const;

export const ListQuerySchema = Type.Object({
  cursor: Type.Optional(
    Type.String({ pattern: cursorPattern, description: 'A `nextCursor`; without it the newest.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '200 by default.' })),
});

export const PeoplePageSchema = Type.Object(
  {
    people: Type.Array(Type.Object({ ...friend, chatId: Type.Optional(friend.chatId) }), {
      description: 'Newest first; `chatId` among friends only.',
    }),
    nextCursor,
  },
  { description: 'A page of one list.' },
);
