import { type TSchema, Type } from 'typebox';
import { NewUserSchema, UserSchema } from '../users/users.schemas.js';

const printable = '^[^\\u0000-\\u001f\\u007f]*$';
const emailText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 254, pattern: printable, description }));

const from = {
  after: emailText('Only users after this e-mail, in byte order'),
  email_prefix: emailText('Only users whose e-mail begins with this, byte by byte'),
};

export const ListQuerySchema = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  ...from,
});

export const ExportQuerySchema = Type.Object(from);

const ManagedUserSchema = Type.Object(
  {
    ...UserSchema.properties,
    EmailVerifiedAt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'When it was proven that the Email is of this user, RFC 3339, UTC; null: not yet',
      }),
    ),
  },
  { title: 'ManagedUser' },
);

const shapesOf = <Schema extends TSchema>(name: string, user: Schema) => ({
  envelope: Type.Object({ data: user }, { title: `${name}Envelope` }),
  list: Type.Object({ data: Type.Array(user) }, { title: `${name}List` }),
});

/** @param areProven whether e-mails can be proven; where not, nothing says so */
export function userShapes(areProven: boolean) {
  const managed = shapesOf('ManagedUser', ManagedUserSchema);
  return areProven ? managed : (shapesOf('User', UserSchema) as unknown as typeof managed);
}

const { FullName, Email, Phone, ContactAddress } = NewUserSchema.properties;

export const UserPatchSchema = Type.Object(
  { FullName: Type.Optional(FullName), Email: Type.Optional(Email), Phone, ContactAddress },
  {
    title: 'UserPatch',
    description:
      'A merge patch (RFC 7396): absent members stay as they are, null empties. Unknown members are ignored, `ID` among them.',
  },
);

export const RemovedSchema = Type.Null({ description: 'Removed' });

const ndjson = (description: string): unknown => ({
  description,
  content: { 'application/x-ndjson': { schema: Type.String() } },
});

export const exportResponse = ndjson('A user a line, in the byte order of their e-mails');

/** Read line by line, whatever the Content-Type says. */
export const importBody = {
  'application/x-ndjson': {
    schema: Type.String({ description: 'A user on each line, in the shape of `POST /users`' }),
  },
};

export const importResponse = ndjson(
  'A line for each line that is not blank: its number as `line`, the `status` that registering it alone would have ' +
    'had, and `ID`, or `code` and `errors`',
);
