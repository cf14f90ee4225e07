import { Type } from 'typebox';
import { changed, date, id, nullable, nullableText } from '../people/person.schemas.js';

export const UserSchema = Type.Object({
  id,
  name: nullableText('As its owner has chosen, else as the account linked first gave it.'),
  email: nullableText('As the account linked first gave it, verified or not.'),
  image: nullableText('A path of this service.'),
  handle: nullableText('Without `@`.'),
});

export const LinkedAccountSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'For unlinking.' }),
  provider: Type.String({ description: 'An id of `GET /api/auth/providers`.' }),
  email: nullableText('As the provider said at the last sign-in.'),
  linkedAt: date('When this way to sign in was added.'),
});

export const SessionItemSchema = Type.Object({
  id,
  current: Type.Boolean({ description: 'The session of this request.' }),
  device: Type.Object(
    {
      browser: nullableText('“Firefox”, “Chrome” …'),
      system: nullableText('“Linux”, “iOS” …'),
      kind: nullable(Type.String({ enum: ['desktop', 'mobile', 'tablet', 'tv'] })),
    },
    { description: 'What the browser said of itself when it signed in.' },
  ),
  createdAt: date('When it signed in.'),
  lastUsedAt: date('To ten minutes.'),
  expiresAt: date('Unless it is used before.'),
});

export const handleChangeableAt = nullable(
  date(),
  'When another handle can be chosen; null: at once.',
);

export const AccountSchema = Type.Object(
  {
    user: UserSchema,
    emailConfirmed: Type.Boolean({
      description: 'Whether others can find one by the e-mail address.',
    }),
    handleChangeableAt,
    accounts: Type.Array(LinkedAccountSchema, { description: 'Linked first comes first.' }),
    sessions: Type.Array(SessionItemSchema, { description: 'Used last comes first.' }),
  },
  { description: 'The caller’s own account.' },
);

/** Ids come as they are typed; one that is none is not found. */
export const IdParamsSchema = Type.Object({ id: Type.String() });

export const EndedSchema = Type.Object(
  { ended: Type.Integer({ minimum: 0, description: 'How many sessions are over.' }) },
  { description: 'Signed out.' },
);

export const UnlinkedSchema = changed('Always true.', 'Unlinked.');

export const RenameBodySchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'As the others shall see it.' }),
});

export const HandleBodySchema = Type.Object({
  handle: Type.String({
    description:
      '3 to 30 of `a` to `z`, digits and single `_`, a letter first, in upper or lower case, with or without `@`.',
  }),
});

export const HandleSchema = Type.Object(
  {
    handle: Type.String({ description: 'In its one spelling.' }),
    changeableAt: handleChangeableAt,
  },
  { description: 'The handle from now on.' },
);

export const HandleGivenUpSchema = changed('False when there was none.', 'There is no handle.');
