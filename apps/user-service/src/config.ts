import { databaseEnvironment, databaseFaults } from '@triptych/postgres/environment';
import { hostEnvironment, listOf } from '@triptych/service-host';
import { type Static, Type } from 'typebox';
import { parseSender, parseSmtpUrl } from './verification/parse-mail-settings.js';

export const configSchema = Type.Object({
  ...hostEnvironment({ port: 8080, healthPort: 2000 }),
  ...databaseEnvironment('data/user-service', 500),
  API_KEYS: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e\\s]+$',
      description:
        'keys of the management routes, between commas or white space; none: no such routes',
    }),
  ),
  MANAGEMENT: Type.Boolean({
    default: false,
    description:
      'whether the management routes exist for keys made by `keys create` alone; API_KEYS brings them, too',
  }),
  REQUIRE_API_KEY: Type.Boolean({
    default: false,
    description: 'whether the two documented routes demand a key, too',
  }),
  WEBHOOK_KEYS: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e\\s]+$',
      description:
        'what encrypts the secrets of webhooks in the database, at least 32 characters; with several, between commas or white space, the first encrypts and each decrypts; none: no webhooks',
    }),
  ),
  SMTP_URL: Type.Optional(
    Type.String({
      description:
        'smtp[s]://[user:password@]host[:port] of the server that mails are handed to; none: no mails, and no proof of e-mail',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({ description: 'who mails are from: a@example.org, or Name <a@example.org>' }),
  ),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      description: 'this server, as browsers see it: where the links of mails lead to',
    }),
  ),
  OUTBOUND_ALLOW_HOSTS: Type.String({
    default: '',
    description: 'host[:port] list exempt from the address guard and https: development and tests',
  }),
  EVENTS_KEPT_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'how long the changes of users can be read from GET /events',
  }),
  EVENTS_KEPT: Type.Integer({
    minimum: 1000,
    default: 10_000_000,
    description: 'how many changes are kept at most, the newest of them',
  }),
  EMAIL_UNIQUENESS: Type.Enum(['exact', 'casefold', 'canonical'], {
    default: 'exact',
    description:
      'when two e-mails are the same; the `rekey` command changes it for a database with users',
  }),
});

export type Config = Static<typeof configSchema>;

/** Faults that the schema cannot find: of an address, and of several variables together. */
export function checkConfig(config: Config): string[] {
  return [
    ...databaseFaults(config),
    ...checkApiKeys(config),
    ...checkWebhookKeys(config),
    ...checkMails(config),
  ];
}

type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

function checkMails({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: MailConfig): string[] {
  if (SMTP_URL === undefined) return [];
  return [
    ...(parseSmtpUrl(SMTP_URL) === null
      ? ['SMTP_URL must be smtp[s]://[user:password@]host[:port], percent-encoded']
      : []),
    ...(MAIL_FROM === undefined ? ['SMTP_URL needs MAIL_FROM'] : []),
    ...(MAIL_FROM !== undefined && parseSender(MAIL_FROM) === null
      ? ['MAIL_FROM must be an e-mail address, or a name and <an address>']
      : []),
    ...(PUBLIC_URL === undefined ? ['SMTP_URL needs PUBLIC_URL'] : []),
  ];
}

/** What is sent with, and where links lead to; null: there are no mails. Of a configuration without faults. */
export function mailSettingsOf({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: MailConfig) {
  if (SMTP_URL === undefined) return null;
  const [server, from] = [parseSmtpUrl(SMTP_URL), parseSender(MAIL_FROM ?? '')];
  if (server === null || from === null || PUBLIC_URL === undefined) return null;
  return { server, from, publicUrl: PUBLIC_URL.replace(/\/$/, '') };
}

function checkWebhookKeys({ WEBHOOK_KEYS, API_KEYS, MANAGEMENT }: Config): string[] {
  if (WEBHOOK_KEYS === undefined) return [];
  const keys = listOf(WEBHOOK_KEYS);
  const isShort = keys.length === 0 || keys.some((key) => key.length < 32);
  return [
    ...(isShort ? ['each of WEBHOOK_KEYS must have at least 32 characters'] : []),
    ...(API_KEYS === undefined && !MANAGEMENT
      ? ['WEBHOOK_KEYS needs API_KEYS or MANAGEMENT=true']
      : []),
  ];
}

function checkApiKeys({ API_KEYS, MANAGEMENT, REQUIRE_API_KEY }: Config): string[] {
  if (API_KEYS === undefined) {
    return REQUIRE_API_KEY && !MANAGEMENT
      ? ['REQUIRE_API_KEY needs API_KEYS or MANAGEMENT=true']
      : [];
  }
  return /[^\s,]/.test(API_KEYS) ? [] : ['API_KEYS holds no key'];
}
