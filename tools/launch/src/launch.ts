import { join, relative, resolve, sep } from 'node:path';
import { FolderInUseError, type FolderLock, lockFolder } from '@triptych/postgres/folder-lock';
import { developmentClient, startLocalIdp, type LocalIdp } from '@triptych/local-idp';
import { type LocalInbox, startLocalInbox } from '@triptych/local-inbox';
import { startUpstreamPlayer, type UpstreamPlayer } from '@triptych/upstream-player';
import { buildApps } from './build.js';
import { createPortPicker, pickProviderPort, type PortPicker } from './ports.js';
import { createReadableLog, type Print } from './readable-log.js';
import { apps, planService } from './services.js';
import { summary } from './summary.js';
import { supervise } from './supervise.js';

export interface LaunchOptions {
  /** The workspace. */
  readonly root: string;
  readonly demo: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly print: Print;
  readonly colour: boolean;
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
  readonly build?: typeof buildApps;
}

const minute = 60_000;
const playerPort = 8091;
const inboxPort = 8092;

const inUse = (dataRoot: string) =>
  `Another start has the data folder ${dataRoot}, so only embed-server is started here.
Stop the other one, or give this one a folder of its own: DATA_ROOT=<folder> npm start`;

const providerMoved = (port: number) =>
  `The port of the local sign-in at the last start is taken now; on port ${port} it is another provider to social-app,
which does not know its Alice and Bob. Free the old port, or use another DATA_ROOT, to sign in.`;

async function openIdp(
  { env, print }: LaunchOptions,
  dataRoot: string,
  pickPort: PortPicker,
): Promise<LocalIdp | null> {
  if (env['OIDC_ISSUER'] ?? env['SOCIAL_APP_OIDC_ISSUER']) return null;
  const { port, moved } = await pickProviderPort(dataRoot, pickPort);
  if (moved) print(providerMoved(port));
  return startLocalIdp({ port, clients: [developmentClient], pictures: true });
}

function openInbox({ env }: LaunchOptions, pickPort: PortPicker): Promise<LocalInbox> | null {
  const names = ['SMTP_URL', 'SMTP_URL_FILE'].flatMap((name) => [name, `USER_SERVICE_${name}`]);
  if (names.some((name) => env[name])) return null;
  return pickPort(inboxPort).then((port) => startLocalInbox({ port }));
}

async function runAll(options: LaunchOptions, dataRoot: string, lock: FolderLock | null) {
  const { root, env, print, stop } = options;
  const chosen = lock ? apps : apps.filter((app) => !app.keepsData);
  print('Building; the first time takes a minute.');
  const names = chosen.map((app) => app.name);
  await (options.build ?? buildApps)(root, names, stop);

  const pickPort = createPortPicker();
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(part: T | null): T | undefined => {
    if (part) opened.push(part);
    return part ?? undefined;
  };
  try {
    const idp = keep<LocalIdp>(lock ? await openIdp(options, dataRoot, pickPort) : null);
    const inbox = keep<LocalInbox>(lock ? await openInbox(options, pickPort) : null);
    const player = keep<UpstreamPlayer>(
      options.demo ? await startUpstreamPlayer({ port: await pickPort(playerPort) }) : null,
    );
    const environment = {
      root,
      dataRoot,
      env,
      issuer: idp?.issuer,
      smtpUrl: inbox?.smtpUrl,
      player,
    };
    const services = [];
    for (const app of chosen) services.push(await planService(app, pickPort, environment));
    const shownRoot = dataRoot.startsWith(join(root, sep)) ? relative(root, dataRoot) : dataRoot;
    const text = summary(services, shownRoot, {
      issuer: idp?.issuer,
      inbox: inbox?.url,
      links: player?.links ?? [],
    });
    print('Starting; the first time lays out the databases.');
    return await supervise(services, {
      ...options,
      writer: createReadableLog(print, options.colour),
      onReady: () => print(text),
      readyWithin: 3 * minute,
      stopWithin: minute / 2,
    });
  } finally {
    await Promise.all(opened.map((part) => part.close()));
  }
}

/** The services lock their own folders, too; this lock makes the message early and clear. Null: another start has it. */
async function lockData(dataRoot: string): Promise<FolderLock | null> {
  try {
    return await lockFolder(dataRoot);
  } catch (error) {
    if (error instanceof FolderInUseError) return null;
    throw error;
  }
}

/** Builds, starts and supervises the whole set; resolves with the exit code when all of it has ended. */
export async function launch(options: LaunchOptions): Promise<number> {
  const dataRoot = resolve(options.root, options.env['DATA_ROOT'] ?? 'data');
  const lock = await lockData(dataRoot);
  if (!lock) options.print(inUse(dataRoot));
  try {
    return await runAll(options, dataRoot, lock);
  } catch (error) {
    if (options.stop.aborted) return 0;
    options.print(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    await lock?.release();
  }
}
