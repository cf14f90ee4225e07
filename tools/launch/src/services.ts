import { join } from 'node:path';
import { developmentClient } from '@triptych/local-idp';
import type { UpstreamPlayer } from '@triptych/upstream-player';
import type { PortPicker } from './ports.js';
import type { Command } from './process.js';

export interface App {
  readonly name: string;
  readonly port: number;
  readonly healthPort: number;
  /** Whether it keeps data, so that two starts cannot share it. */
  readonly keepsData: boolean;
}

export const apps: readonly App[] = [
  { name: 'embed-server', port: 8081, healthPort: 2001, keepsData: false },
  { name: 'user-service', port: 8080, healthPort: 2000, keepsData: true },
  { name: 'social-app', port: 8082, healthPort: 2002, keepsData: true },
];

/** An app with the ports it gets this time. */
export interface Service extends Command {
  readonly url: string;
  readonly healthUrl: string;
}

export interface LaunchEnvironment {
  readonly root: string;
  readonly dataRoot: string;
  readonly env: NodeJS.ProcessEnv;
  /** Of the local identity provider; absent when the caller brought a provider of its own. */
  readonly issuer?: string;
  /** Of the local mail server; absent when the caller brought a mail server of its own. */
  readonly smtpUrl?: string;
  readonly player?: Pick<UpstreamPlayer, 'settings'>;
}

// These differ from app to app; `<APP>_<NAME>` sets one of them for one app.
const notShared = [
  'PORT',
  'HEALTH_PORT',
  'PUBLIC_URL',
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'DATA_DIR',
];

const prefixOf = (app: App) => `${app.name.toUpperCase().replaceAll('-', '_')}_`;

/** The caller's environment as one app sees it: `USER_SERVICE_DATABASE_URL` becomes its `DATABASE_URL`. */
export function environmentFor(app: App, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const shared = Object.entries(env).filter(([name]) => !notShared.includes(name));
  const prefix = prefixOf(app);
  const own = Object.entries(env)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const);
  return Object.fromEntries([...shared, ...own]);
}

function signInSettings(issuer: string | undefined) {
  if (issuer === undefined) return {};
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: developmentClient.id,
    OIDC_CLIENT_SECRET: developmentClient.secret,
    OIDC_NAME: 'Local sign-in',
    // People's pictures lie there, on loopback.
    OUTBOUND_ALLOW_HOSTS: new URL(issuer).host,
  };
}

function mailSettings(smtpUrl: string | undefined) {
  if (smtpUrl === undefined) return {};
  return { SMTP_URL: smtpUrl, MAIL_FROM: 'Triptych <noreply@example.test>' };
}

/** Picks the ports of an app and plans how it is started. */
export async function planService(
  app: App,
  pickPort: PortPicker,
  { root, dataRoot, env, issuer, smtpUrl, player }: LaunchEnvironment,
): Promise<Service> {
  const own = environmentFor(app, env);
  const port = await pickPort(Number(own['PORT'] ?? app.port));
  const healthPort = await pickPort(Number(own['HEALTH_PORT'] ?? app.healthPort));
  const url = own['PUBLIC_URL'] ?? `http://localhost:${port}`;
  return {
    name: app.name,
    arguments: [join(root, 'apps', app.name, 'dist', 'main.js')],
    cwd: root,
    url,
    healthUrl: `http://127.0.0.1:${healthPort}`,
    env: {
      DATA_DIR: join(dataRoot, app.name),
      ...(app.name === 'social-app' ? signInSettings(issuer) : {}),
      ...(app.name === 'user-service' ? mailSettings(smtpUrl) : {}),
      ...(app.name === 'embed-server' ? player?.settings : {}),
      ...own,
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
      PUBLIC_URL: url,
    },
  };
}
