import { Type } from 'typebox';
import { nullable, nullableText } from '../people/person.schemas.js';

export const html = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
});

export const redirect = { description: 'To the `location` header', type: 'null' } as const;

export const ProvidersSchema = Type.Record(
  Type.String(),
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String({ enum: ['oidc', 'oauth'] }),
    signinUrl: Type.String(),
    callbackUrl: Type.String(),
  }),
);

export const CsrfSchema = Type.Object({ csrfToken: Type.String() });

export const SessionSchema = nullable(
  Type.Object({
    user: Type.Object({
      id: Type.String(),
      name: nullableText(),
      email: nullableText(),
      image: nullableText(),
      handle: nullableText(),
    }),
    expires: Type.String({ description: 'RFC 3339' }),
  }),
);

/** A response for script clients, which follow `url` themselves. */
export const UrlSchema = Type.Object({ url: Type.String() });

export const FormSchema = Type.Object({
  csrfToken: Type.String(),
  callbackUrl: Type.Optional(Type.String()),
  json: Type.Optional(
    Type.String({ description: '`true`: clients of version 4 want `{url}`, not a redirect.' }),
  ),
});

export const UpdateSchema = Type.Object({
  csrfToken: Type.String(),
  data: Type.Optional(
    Type.Unknown({ description: 'Ignored: a session holds no data of clients.' }),
  ),
});

export const SignInFormSchema = Type.Object({
  ...FormSchema.properties,
  link: Type.Optional(
    Type.String({
      description:
        '`true`, while signed in: adds this sign-in to the account instead of changing it.',
    }),
  ),
});

export const CallbackQuerySchema = Type.Object({
  state: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

export const SignInQuerySchema = Type.Object({
  callbackUrl: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

export const ProviderParamsSchema = Type.Object({ provider: Type.String() });

export const consumes = ['application/x-www-form-urlencoded', 'application/json'];
