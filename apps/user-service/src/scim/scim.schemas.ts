import { type TSchema, Type } from 'typebox';

export const scimMediaType = 'application/scim+json';

const scim = (description: string, schema: TSchema): object => ({
  description,
  content: { [scimMediaType]: { schema } },
});

const text = (description?: string) =>
  Type.Optional(Type.String({ ...(description !== undefined && { description }) }));
const schemas = Type.Array(Type.String());

const UserSchema = Type.Object(
  {
    schemas,
    id: Type.String({ description: 'The ID of the register' }),
    externalId: text('As the provider names the user'),
    userName: text('The Email of the register'),
    name: Type.Optional(Type.Object({ formatted: text(), familyName: text(), givenName: text() })),
    displayName: text('The FullName of the register'),
    active: Type.Optional(
      Type.Boolean({
        description: 'What the provider said; the register finds the user all the same',
      }),
    ),
    emails: Type.Optional(
      Type.Array(
        Type.Object({ value: text(), type: text(), primary: Type.Optional(Type.Boolean()) }),
      ),
    ),
    phoneNumbers: Type.Optional(Type.Array(Type.Object({ value: text(), type: text() }))),
    addresses: Type.Optional(Type.Array(Type.Object({ formatted: text(), type: text() }))),
    meta: Type.Optional(
      Type.Object({
        resourceType: text(),
        created: text(),
        lastModified: text(),
        location: text(),
        version: text('The entity tag'),
      }),
    ),
  },
  { title: 'ScimUser', description: 'RFC 7643, 4.1' },
);

/** Judged by scim-draft.ts, whose errors name the attribute. */
export const ScimUserInputSchema = Type.Object(
  {},
  {
    additionalProperties: true,
    title: 'ScimUserInput',
    description:
      'As `ScimUser`, read as providers write it: names in any case, booleans as text as well. What is not kept is ignored.',
  },
);

export const ScimPatchSchema = Type.Object(
  {},
  {
    additionalProperties: true,
    title: 'ScimPatch',
    description:
      '`{"schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [{"op", "path"?, "value"?}]}` (RFC 7644, 3.5.2), at most 100 operations.',
  },
);

const list = (resources: TSchema, title: string) =>
  Type.Object(
    {
      schemas,
      totalResults: Type.Integer(),
      startIndex: Type.Integer(),
      itemsPerPage: Type.Integer(),
      Resources: Type.Array(resources),
    },
    { title },
  );

const Described = Type.Object({ schemas: Type.Optional(schemas) }, { additionalProperties: true });

export const userResponse = scim('The user', UserSchema);
export const usersResponse = scim('A page of users', list(UserSchema, 'ScimUsers'));
export const describedResponse = scim('RFC 7643, 5 to 7', Described);
export const describedListResponse = scim('RFC 7643, 6 and 7', list(Described, 'ScimList'));
export const removedResponse = Type.Null({ description: 'Removed' });
export const unchangedResponse = Type.Null({ description: 'If-None-Match names the version' });

export const ScimErrorSchema = Type.Object(
  {
    schemas,
    status: Type.String(),
    scimType: text(),
    detail: text(),
  },
  { title: 'ScimError', description: 'RFC 7644, 3.12' },
);

const selection = {
  attributes: text('Only these, between commas'),
  excludedAttributes: text('Not these, between commas'),
};

export const SelectionQuerySchema = Type.Object(selection);

const integer = '^-?[0-9]{1,15}$';

export const UsersQuerySchema = Type.Object({
  filter: text(
    'Comparisons by `eq` of userName, externalId, id, active, emails or emails.value, joined by `and`',
  ),
  startIndex: Type.Optional(Type.String({ pattern: integer, description: 'From 1' })),
  count: Type.Optional(Type.String({ pattern: integer, description: 'At most 200 are sent' })),
  ...selection,
});

export const SearchSchema = Type.Object(
  {
    filter: text(),
    startIndex: Type.Optional(Type.Integer()),
    count: Type.Optional(Type.Integer()),
    attributes: Type.Optional(Type.Array(Type.String())),
    excludedAttributes: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'ScimSearch', description: 'RFC 7644, 3.4.3' },
);

export const ScimParamsSchema = Type.Object({ id: Type.String() });

export const ReadHeadersSchema = Type.Object({
  'if-none-match': text('The version that one has'),
});

export const WriteHeadersSchema = Type.Object({
  'if-match': text('The version that is to be changed'),
  'if-none-match': text('A version that is not to be changed; `*`: any'),
});

export const DescribedQuerySchema = Type.Object({ filter: text('Not served here: 403') });
