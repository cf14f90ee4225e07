import { Type } from 'typebox';

export const ErasureBodySchema = Type.Object({
  confirm: Type.String({
    maxLength: 320,
    description: 'The e-mail address of the account, or its id when it has none.',
  }),
});

export const ErasedSchema = Type.Object(
  { erased: Type.Boolean({ description: 'Always true.' }) },
  { description: 'The account is gone for good, its sessions with it.' },
);
