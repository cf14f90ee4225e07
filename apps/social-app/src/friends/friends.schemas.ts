import { Type } from 'typebox';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const since = Type.String({ format: 'date-time' });

const person = {
  id: Type.String({ format: 'uuid' }),
  name: nullableText,
  email: nullableText,
  image: nullableText,
};

export const AddBodySchema = Type.Object({
  email: Type.String({ description: 'Any spelling of the address that its owner has verified.' }),
});

export const PersonBodySchema = Type.Object({
  id: Type.String({ description: 'The user id of the other person.' }),
});

export const PersonParamsSchema = Type.Object({ id: Type.String() });

export const ChangeSchema = Type.Object(
  { changed: Type.Boolean({ description: 'False when there was nothing to change.' }) },
  { description: 'Done.' },
);

export const FriendListSchema = Type.Object(
  {
    friends: Type.Array(Type.Object({ ...person, chatId: Type.String(), since })),
    incoming: Type.Array(Type.Object({ ...person, since })),
    outgoing: Type.Array(Type.Object({ ...person, since }), {
      description: 'Name and image stay null until the request is accepted.',
    }),
    blocked: Type.Array(Type.Object({ ...person, since }), {
      description: 'Whom the caller blocks; name, e-mail and image stay null.',
    }),
  },
  { description: 'What the others are to the caller, newest first.' },
);
