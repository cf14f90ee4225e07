import { Type } from 'typebox';

export const VerificationRequestSchema = Type.Object(
  { Email: Type.String({ description: 'Compared byte by byte' }) },
  { title: 'VerificationRequest' },
);

/** An `object` to the compiler, because `null` would be sent as that word. */
export const requestedResponse: object = Type.Null({
  description: 'Taken: a mail is sent if the address is of a user who may be sent one',
});

export const LinkParamsSchema = Type.Object({ link: Type.String() });

const html = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String({ description: 'An HTML page' }) } },
});

export const confirmResponse = html('The page with the button');
export const doneResponse = html('The address is proven');
export const invalidResponse = html('The link was used, has ended or never was');
