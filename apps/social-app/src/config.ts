import { databaseEnvironment, databaseFaults } from '@triptych/postgres/environment';
import {
  parseS3Variables,
  s3Faults,
  s3KeyPattern,
  s3UrlPattern,
} from '@triptych/object-storage/address';
import { hostEnvironment } from '@triptych/service-host';
import { Type, type Static } from 'typebox';
import { attachmentDefaults, type AttachmentLimits } from './attachments/attachments.js';
import { defaultRequestRules, type RequestRules } from './friends/request-rules.js';
import { isVapidPair } from './push/vapid.js';
import type { QuotaSettings } from './http/rate-limit-quotas.js';

const optionalText = Type.Optional(Type.String());
const emailTrust = Type.Enum(['confirmed', 'all', 'none'], {
  default: 'confirmed',
  description: 'whose e-mails lead to their owners: those the provider has confirmed, all, none',
});
const limit = (normal: number) => Type.Integer({ minimum: 0, default: normal });
const minutes = (normal: number) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, default: normal });

export const configSchema = Type.Object({
  ...hostEnvironment({ port: 8082, healthPort: 2002 }),
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^/?#@\\s]+/?$', description: 'origin the browser sees' }),
  ),
  ...databaseEnvironment('data/social-app', 503),
  OUTBOUND_ALLOW_HOSTS: Type.String({
    default: '',
    description: 'host[:port] list exempt from the address guard and https: development and tests',
  }),
  SESSION_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  OIDC_ISSUER: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#@]+$' })),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: Type.String({ default: 'OpenID' }),
  OIDC_EMAIL_TRUST: emailTrust,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_EMAIL_TRUST: emailTrust,
  GITHUB_CLIENT_ID: optionalText,
  GITHUB_CLIENT_SECRET: optionalText,
  GITHUB_EMAIL_TRUST: emailTrust,
  VAPID_PUBLIC_KEY: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' })),
  VAPID_PRIVATE_KEY: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })),
  VAPID_SUBJECT: Type.Optional(
    Type.String({
      pattern: '^(mailto:[^@\\s]+@[^@\\s]+|https://\\S+)$',
      description: 'where operators of push services reach you: mailto: or https:',
    }),
  ),
  SIGN_IN_LIMIT: limit(30),
  FRIEND_REQUEST_LIMIT: limit(200),
  MESSAGE_LIMIT: limit(300),
  AUTO_ACCEPT_CROSSING: Type.Boolean({ default: false }),
  MAX_PENDING_REQUESTS: limit(defaultRequestRules.maxOutgoing),
  MAX_INCOMING_REQUESTS: limit(defaultRequestRules.maxIncoming),
  DENIALS_BEFORE_COOLDOWN: Type.Integer({
    minimum: 1,
    default: defaultRequestRules.denialsBeforeCooldown,
  }),
  DENIAL_COOLDOWN_S: Type.Integer({
    minimum: 0,
    maximum: 366 * 24 * 60 * 60,
    default: defaultRequestRules.cooldownSeconds,
  }),
  MESSAGE_EDIT_MINUTES: minutes(15),
  MESSAGE_DELETE_MINUTES: minutes(2 * 24 * 60),
  FILES_DIR: Type.Optional(
    Type.String({ minLength: 1, description: 'files that people send; shared by all replicas' }),
  ),
  FILES_S3_URL: Type.Optional(
    Type.String({
      pattern: s3UrlPattern,
      description: 'in the place of FILES_DIR: https://HOST/BUCKET/PREFIX?region=REGION',
    }),
  ),
  FILES_S3_ACCESS_KEY_ID: Type.Optional(Type.String({ pattern: s3KeyPattern })),
  FILES_S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ pattern: s3KeyPattern })),
  ATTACHMENT_MAX_MIB: Type.Integer({ minimum: 1, maximum: 1024, default: 25 }),
  ATTACHMENT_QUOTA_MIB: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1024 }),
  EVENT_KEPT_DAYS: Type.Integer({ minimum: 1, maximum: 365, default: 7 }),
});

export type Config = Static<typeof configSchema>;

/** Faults that the schema cannot find: of an address, and of several variables together. */
export function checkConfig(config: Config): string[] {
  const faults = databaseFaults(config);
  if (config.APP_ENV !== 'development' && config.SESSION_SECRET === undefined) {
    faults.push(
      'SESSION_SECRET must be set, at least 32 characters, unless APP_ENV is development',
    );
  }
  const groups = [
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
    ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
  ] as const;
  for (const group of groups) {
    const given = group.filter((name) => config[name] !== undefined);
    if (given.length > 0 && given.length < group.length) {
      faults.push(`${group.join(', ')} belong together; set all of them or none`);
    }
  }
  const keys = vapidSettings(config)?.keys;
  if (keys && !isVapidPair(keys))
    faults.push('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY');
  faults.push(...s3Faults('FILES', s3Variables(config)));
  return faults;
}

/** The origin the browser sees, without a closing slash. */
export function publicOrigin({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return new URL(PUBLIC_URL ?? `http://localhost:${PORT}`).origin;
}

export function quotaSettings(config: Config): QuotaSettings {
  return {
    signIns: config.SIGN_IN_LIMIT,
    friendRequests: config.FRIEND_REQUEST_LIMIT,
    messages: config.MESSAGE_LIMIT,
  };
}

export function requestRules(config: Config): RequestRules {
  return {
    maxOutgoing: config.MAX_PENDING_REQUESTS,
    maxIncoming: config.MAX_INCOMING_REQUESTS,
    denialsBeforeCooldown: config.DENIALS_BEFORE_COOLDOWN,
    cooldownSeconds: config.DENIAL_COOLDOWN_S,
  };
}

export function providerSettings(config: Config) {
  const { OIDC_ISSUER: issuer, OIDC_NAME: name } = config;
  const oidc = credentials(config, 'OIDC');
  return {
    oidc: oidc && issuer !== undefined ? { ...oidc, issuer, name } : null,
    google: credentials(config, 'GOOGLE'),
    github: credentials(config, 'GITHUB'),
  };
}

/** Null: no notifications. Without keys they are made and kept, which only a developer wants. */
export function vapidSettings(config: Config) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config;
  const { VAPID_SUBJECT: subject = 'mailto:developer@example.com', APP_ENV: environment } = config;
  if (publicKey !== undefined && privateKey !== undefined)
    return { keys: { publicKey, privateKey }, subject };
  return environment === 'development' ? { keys: null, subject } : null;
}

function credentials(config: Config, provider: 'OIDC' | 'GOOGLE' | 'GITHUB') {
  const clientId = config[`${provider}_CLIENT_ID`];
  const clientSecret = config[`${provider}_CLIENT_SECRET`];
  if (clientId === undefined || clientSecret === undefined) return null;
  return { clientId, clientSecret, emailTrust: config[`${provider}_EMAIL_TRUST`] };
}

const minute = 60 * 1000;

/** How long after sending a message can be changed, in milliseconds. */
export function messageWindows(config: Config) {
  const { MESSAGE_EDIT_MINUTES, MESSAGE_DELETE_MINUTES } = config;
  return { edit: MESSAGE_EDIT_MINUTES * minute, delete: MESSAGE_DELETE_MINUTES * minute };
}

/** How long events are kept, in milliseconds. */
export function eventRetentionMs({ EVENT_KEPT_DAYS }: Config): number {
  return EVENT_KEPT_DAYS * 24 * 60 * minute;
}

/** Where files are kept that people send. */
export function filesDir({ FILES_DIR, DATA_DIR }: Pick<Config, 'FILES_DIR' | 'DATA_DIR'>): string {
  return FILES_DIR ?? `${DATA_DIR}/files`;
}

/** Null: files are kept in a folder. */
export const filesBucket = (config: Config) => parseS3Variables(s3Variables(config));

const s3Variables = (config: Config) => ({
  url: config.FILES_S3_URL,
  id: config.FILES_S3_ACCESS_KEY_ID,
  secret: config.FILES_S3_SECRET_ACCESS_KEY,
});

const mebibyte = 1024 * 1024;

/** What one person, and all of them together, may make the service do with files. */
export function attachmentLimits(config: Config): AttachmentLimits {
  return {
    maxBytes: config.ATTACHMENT_MAX_MIB * mebibyte,
    quota: config.ATTACHMENT_QUOTA_MIB * mebibyte,
    ...attachmentDefaults,
  };
}
