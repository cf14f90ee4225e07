import { userSchema } from './scim-mapping.js';
import { mostResults } from './scim-users.js';

// What the service tells of itself (RFC 7643, 5 to 7). Only attributes that are kept are in the schema.

const core = 'urn:ietf:params:scim:schemas:core:2.0';

interface AttributeOptions {
  readonly type?: 'string' | 'boolean' | 'complex';
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly multiValued?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly object[];
}

function attribute(name: string, description: string, options: AttributeOptions = {}) {
  const { type = 'string', required = false, multiValued = false, caseExact = true } = options;
  const { uniqueness = 'none', canonicalValues, subAttributes } = options;
  return {
    ...{ name, type, multiValued, description, required },
    ...(type === 'string' && { caseExact }),
    ...(canonicalValues && { canonicalValues }),
    ...{ mutability: 'readWrite', returned: 'default' },
    ...(type === 'string' && { uniqueness }),
    ...(subAttributes && { subAttributes }),
  };
}

const work = attribute('type', 'Others than work are not kept.', {
  caseExact: false,
  canonicalValues: ['work'],
});

/** @param exact whether e-mails are compared byte by byte */
function userAttributes(exact: boolean) {
  return [
    attribute('userName', 'The e-mail address that the user is registered with.', {
      ...{ required: true, caseExact: exact, uniqueness: 'server' },
    }),
    attribute('name', 'The parts of the name.', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name.'),
        attribute('familyName', 'The family name.'),
        attribute('givenName', 'The given name.'),
      ],
    }),
    attribute('displayName', 'The name that is shown; without it the parts of the name are.'),
    attribute('active', 'Whether the provider has the user as active.', { type: 'boolean' }),
    attribute('emails', 'One, by default the userName.', {
      ...{ type: 'complex', multiValued: true },
      subAttributes: [
        attribute('value', 'The e-mail address.'),
        work,
        attribute('primary', 'Always true.', { type: 'boolean' }),
      ],
    }),
    attribute('phoneNumbers', 'One.', {
      ...{ type: 'complex', multiValued: true },
      subAttributes: [attribute('value', 'The telephone number.'), work],
    }),
    attribute('addresses', 'One.', {
      ...{ type: 'complex', multiValued: true },
      subAttributes: [attribute('formatted', 'The address as it is written.'), work],
    }),
  ];
}

interface Described {
  readonly id: string;
}

export type Discovery = ReturnType<typeof createDiscovery>;

/** @param exact whether e-mails are compared byte by byte */
export function createDiscovery(exact: boolean) {
  return {
    config: (base: string) => ({
      schemas: [`${core}:ServiceProviderConfig`],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: mostResults },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'API key',
          description: 'An API key with the scopes read and write as bearer token.',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
    }),
    schemas: (base: string) => [
      {
        schemas: [`${core}:Schema`],
        id: userSchema,
        name: 'User',
        description: 'User account',
        attributes: userAttributes(exact),
        meta: { resourceType: 'Schema', location: `${base}/Schemas/${userSchema}` },
      },
    ],
    resourceTypes: (base: string) => [
      {
        schemas: [`${core}:ResourceType`],
        id: 'User',
        name: 'User',
        endpoint: '/Users',
        description: 'User account',
        schema: userSchema,
        meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
      },
    ],
  };
}

/** Ids are compared without their case, as names of schemas are. */
export function withId<Each extends Described>(all: readonly Each[], id: string): Each | undefined {
  return all.find((each) => each.id.toLowerCase() === id.toLowerCase());
}
