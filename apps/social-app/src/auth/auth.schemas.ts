import { Type } from 'typebox';

const html = (description: string) => ({
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

const nullable = Type.Union([Type.String(), Type.Null()]);

export const SessionSchema = Type.Union([
  Type.Object({
    user: Type.Object({ id: Type.String(), name: nullable, email: nullable, image: nullable }),
    expires: Type.String({ description: 'RFC 3339' }),
  }),
  Type.Null(),
]);

export const sessionUpdate = {
  tags: ['sign-in'],
  response: { 200: SessionSchema, 400: { description: 'No CSRF token', type: 'null' } },
} as const;

/** An answer for script clients, which follow `url` themselves. */
export const UrlSchema = Type.Object({ url: Type.String() });

export const FormSchema = Type.Object({
  csrfToken: Type.String(),
  callbackUrl: Type.Optional(Type.String()),
  json: Type.Optional(
    Type.String({ description: '`true`: clients of version 4 want `{url}`, not a redirect.' }),
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

export const signInPageResponse = html('One form per provider');
export const signOutPageResponse = html('A form that signs out');
const errorPage = html('What went wrong');
export const errorPageResponses = { 200: errorPage, 403: errorPage, 500: errorPage };
