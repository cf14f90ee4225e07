import { Type } from 'typebox';
import { changed, date, id, nullableText } from '../people/person.schemas.js';
import { complaint } from '../reports/reports.schemas.js';

export const InvitationSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'For revoking.' }),
  maxUses: Type.Integer({ description: 'How many people the link was made for.' }),
  usesLeft: Type.Integer({ description: 'How many of them have not accepted it yet.' }),
  createdAt: date(),
  expiresAt: date(),
});

export const CreateBodySchema = Type.Object({
  maxUses: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'How many may accept it; 1 by default.',
    }),
  ),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description: 'How long it can be used; 7 by default.',
    }),
  ),
});

export const CreatedInvitationSchema = Type.Object(
  {
    ...InvitationSchema.properties,
    token: Type.String({ description: 'What the link holds. It is shown here and never again.' }),
    url: Type.String({ description: 'The link, for the web client.' }),
  },
  { description: 'Made.' },
);

export const InvitationListSchema = Type.Object(
  { invitations: Type.Array(InvitationSchema) },
  { description: 'Links of the caller that can be used, newest first.' },
);

export const InvitationParamsSchema = Type.Object({ id: Type.String() });

export const RevokedSchema = changed('False when there was no such link.', 'Revoked.');

export const TokenBodySchema = Type.Object({
  token: Type.String({ maxLength: 200, description: 'What stands in the link behind `#`.' }),
});

export const InviterSchema = Type.Object(
  {
    person: Type.Object({
      id,
      name: nullableText(),
      image: nullableText('A path of this service.'),
      handle: nullableText('Without `@`.'),
    }),
  },
  { description: 'Who made the link, without an e-mail address.' },
);

export const AcceptedSchema = Type.Object(
  { id, chatId: Type.String({ description: 'Where the two write to each other.' }) },
  { description: 'The two are friends.' },
);

export const BlockedSchema = changed(
  'Always true: what cannot be blocked is an error.',
  'Blocked.',
);

export const ReportBodySchema = Type.Object({ ...TokenBodySchema.properties, ...complaint });
