import { Type } from 'typebox';

export const UserSchema = Type.Object(
  {
    ID: Type.String({ description: 'Assigned by the server' }),
    FullName: Type.String(),
    Email: Type.String(),
    Phone: Type.String({ description: 'Empty when absent' }),
    ContactAddress: Type.String({ description: 'Empty when absent' }),
  },
  { title: 'User' },
);

export const UserEnvelopeSchema = Type.Object({ data: UserSchema }, { title: 'UserEnvelope' });

const optionalText = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

export const NewUserSchema = Type.Object(
  {
    FullName: Type.String({ description: '1 to 200 characters after trimming' }),
    Email: Type.String({ description: 'An e-mail address, at most 254 bytes after trimming' }),
    Phone: optionalText('At most 32 characters'),
    ContactAddress: optionalText('At most 1000 characters'),
  },
  { title: 'NewUser', description: 'Unknown members are ignored, `ID` among them.' },
);

export const RegistrationHeadersSchema = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Makes it safe to send the registration again within 24 hours: the first response is repeated.',
    }),
  ),
});

export const EmailParamsSchema = Type.Object({
  email: Type.String({ description: 'Compared byte by byte' }),
});
