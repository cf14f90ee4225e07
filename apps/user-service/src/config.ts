import { hostEnvironment } from '@triptych/service-host';
import { type Static, Type } from 'typebox';

export const configSchema = Type.Object({
  ...hostEnvironment({ port: 8080, healthPort: 2000 }),
  DATABASE_URL: Type.Optional(
    Type.String({ pattern: '^postgres(ql)?://.+', description: 'none: an embedded database' }),
  ),
  DATA_DIR: Type.String({ minLength: 1, default: 'data/user-service' }),
  DATABASE_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 10_000,
    description: 'how long a request waits for the database before it is a 500',
  }),
  EMAIL_UNIQUENESS: Type.Enum(['exact', 'casefold', 'canonical'], {
    default: 'exact',
    description:
      'when two e-mails are the same; the `rekey` command changes it for a database with users',
  }),
});

export type Config = Static<typeof configSchema>;
