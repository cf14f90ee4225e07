import { Type } from 'typebox';
import { nextCursor } from '../paging/page.schemas.js';
import { changed, date, id, nullableText } from '../people/person.schemas.js';

const person = {
  id,
  name: nullableText('Null while it is not the caller’s to know.'),
  email: nullableText('Only while confirmed; null while it is not the caller’s to know.'),
  image: nullableText('A path of this service; null while it is not the caller’s to know.'),
  handle: nullableText('Without `@`; null while it is not the caller’s to know.'),
};
const since = date('When it came to be so.');
const friend = {
  ...person,
  chatId: Type.String({ description: 'Where the two write to each other.' }),
  since,
};
const listed = Type.Object({ ...person, since });

export const AddBodySchema = Type.Object({
  email: Type.String({
    description:
      'Any spelling of the address that its owner has verified, or `@` and a handle (`@alice`), in upper or lower case.',
  }),
});

export const PersonBodySchema = Type.Object({
  id: Type.String({ description: 'The user id of the other person.' }),
});

export const PersonParamsSchema = Type.Object({
  id: Type.String({ description: 'The user id of the friend.' }),
});

export const ChangeSchema = changed('False when there was nothing to change.');

export const FriendListSchema = Type.Object(
  {
    friends: Type.Array(Type.Object(friend)),
    incoming: Type.Array(listed),
    outgoing: Type.Array(listed, {
      description:
        'Until the request is accepted, `email` or `handle` is what the caller typed, and all else stays null.',
    }),
    blocked: Type.Array(listed, {
      description: 'Whom the caller blocks, as far as the caller knew them by then.',
    }),
    nextCursors: Type.Object(
      { friends: nextCursor, incoming: nextCursor, outgoing: nextCursor, blocked: nextCursor },
      { description: 'How each list goes on at `GET /api/friends/` and its name.' },
    ),
  },
  { description: 'What the others are to the caller, newest first, at most 200 of each.' },
);

export const PeoplePageSchema = Type.Object(
  {
    people: Type.Array(Type.Object({ ...friend, chatId: Type.Optional(friend.chatId) }), {
      description: 'Newest first; `chatId` among friends only.',
    }),
    nextCursor,
  },
  { description: 'A page of one list.' },
);
