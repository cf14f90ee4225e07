import { Type } from 'typebox';

const html = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
});

const redirect = { description: 'To the `location` header', type: 'null' } as const;

const ProvidersSchema = Type.Record(
  Type.String(),
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String({ enum: ['oidc', 'oauth'] }),
    signinUrl: Type.String(),
    callbackUrl: Type.String(),
  }),
);

const CsrfSchema = Type.Object({ csrfToken: Type.String() });

const nullable = Type.Union([Type.String(), Type.Null()]);

const SessionSchema = Type.Union([
  Type.Object({
    user: Type.Object({ id: Type.String(), name: nullable, email: nullable, image: nullable }),
    expires: Type.String({ description: 'RFC 3339' }),
  }),
  Type.Null(),
]);

/** A response for script clients, which follow `url` themselves. */
const UrlSchema = Type.Object({ url: Type.String() });

const FormSchema = Type.Object({
  csrfToken: Type.String(),
  callbackUrl: Type.Optional(Type.String()),
  json: Type.Optional(
    Type.String({ description: '`true`: clients of version 4 want `{url}`, not a redirect.' }),
  ),
});

const UpdateSchema = Type.Object({
  csrfToken: Type.String(),
  data: Type.Optional(
    Type.Unknown({ description: 'Ignored: a session holds no data of clients.' }),
  ),
});

const SignInFormSchema = Type.Object({
  ...FormSchema.properties,
  link: Type.Optional(
    Type.String({
      description:
        '`true`, while signed in: adds this sign-in to the account instead of changing it.',
    }),
  ),
});

const CallbackQuerySchema = Type.Object({
  state: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

const SignInQuerySchema = Type.Object({
  callbackUrl: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

const tags = ['sign-in'];
const ProviderParamsSchema = Type.Object({ provider: Type.String() });
const consumes = ['application/x-www-form-urlencoded', 'application/json'];

export const listProviders = {
  operationId: 'listProviders',
  summary: 'The ways to sign in',
  tags,
  response: { 200: ProvidersSchema },
};
export const readCsrfToken = {
  operationId: 'readCsrfToken',
  summary: 'The token that forms of this browser carry',
  tags,
  response: { 200: CsrfSchema },
};
export const readSession = {
  operationId: 'readSession',
  summary: 'Who is signed in; null when nobody is',
  tags,
  response: { 200: SessionSchema },
};
export const updateSession = {
  operationId: 'updateSession',
  summary: 'The same, for clients that update their session',
  tags,
  body: UpdateSchema,
  response: { 200: SessionSchema, 400: { description: 'No CSRF token', type: 'null' } },
} as const;
export const showSignIn = {
  operationId: 'showSignIn',
  summary: 'The page to sign in on',
  tags,
  querystring: SignInQuerySchema,
  response: { 200: html('One form per provider') },
};
export const beginSignIn = {
  operationId: 'beginSignIn',
  summary: 'Start a sign-in at a provider',
  tags,
  consumes,
  params: ProviderParamsSchema,
  body: SignInFormSchema,
  response: { 200: UrlSchema, 302: redirect },
};
export const finishSignIn = {
  operationId: 'finishSignIn',
  summary: 'Where a provider sends the browser back to',
  tags,
  params: ProviderParamsSchema,
  querystring: CallbackQuerySchema,
  response: { 302: redirect },
};
export const showSignOut = {
  operationId: 'showSignOut',
  summary: 'The page to sign out on',
  tags,
  response: { 200: html('A form that signs out') },
};
export const signOut = {
  operationId: 'signOut',
  summary: 'End the session of this browser',
  tags,
  consumes,
  body: FormSchema,
  response: { 200: UrlSchema, 302: redirect },
};
const errorPage = html('What went wrong');
export const showSignInError = {
  operationId: 'showSignInError',
  summary: 'What went wrong with a sign-in',
  tags,
  response: { 200: errorPage, 302: redirect, 403: errorPage, 500: errorPage },
};
