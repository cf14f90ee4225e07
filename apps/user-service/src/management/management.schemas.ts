import { problemResponses } from '@triptych/schemas';
import { Type } from 'typebox';
import { NewUserSchema, UserSchema } from '../users/users.schemas.js';

export const managementTags = ['management'];

/** The routes of this feature want a key; the name is that of the scheme in the document. */
export const apiKeySecurity = [{ apiKey: [] }];

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

export const UserListSchema = Type.Object({ data: Type.Array(UserSchema) }, { title: 'UserList' });

const { FullName, Email, Phone, ContactAddress } = NewUserSchema.properties;

export const UserPatchSchema = Type.Object(
  { FullName: Type.Optional(FullName), Email: Type.Optional(Email), Phone, ContactAddress },
  {
    title: 'UserPatch',
    description:
      'A merge patch (RFC 7396): what is left out stays, null empties. Unknown members are ignored, `ID` among them.',
  },
);

const keyProblem = { 401: 'No valid API key' } as const;

export const listProblems = problemResponses({
  ...keyProblem,
  400: 'The query does not have the documented shape',
  500: 'The database cannot be asked',
});

export const patchProblems = problemResponses({
  ...keyProblem,
  400: 'The body is not JSON or does not describe a change',
  404: 'No user has this e-mail',
  409: 'Another user has the new Email',
  413: 'The body is larger than 64 KiB',
  500: 'The change cannot be saved',
});

export const removalResponses = {
  204: Type.Null({ description: 'Removed' }),
  ...problemResponses({
    ...keyProblem,
    404: 'No user has this e-mail, or no longer',
    500: 'The user cannot be removed',
  }),
};

const ndjson = (description: string): unknown => ({
  description,
  content: { 'application/x-ndjson': { schema: Type.String() } },
});

export const exportResponses = {
  200: ndjson('A user a line, in the byte order of their e-mails'),
  ...problemResponses({ ...keyProblem, 400: 'The query does not have the documented shape' }),
};

export const importResponses = {
  200: ndjson(
    'A line for each line that is not blank: its number as `line`, the `status` that registering it alone would have ' +
      'had, and `ID`, or `code` and `errors`',
  ),
  ...problemResponses(keyProblem),
};
