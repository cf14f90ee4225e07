import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@triptych/free-port';
import { callbackPath, startLocalIdp } from '@triptych/local-idp';
import { layOutTestDatabase } from '@triptych/postgres/testing';
import { serviceProcesses, type ServiceProcess, type Variables } from '@triptych/testing';

const processes = serviceProcesses(new URL('../../../social-app/src/main.ts', import.meta.url));
const migrations = new URL('../../../social-app/prisma/migrations/', import.meta.url);
const client = { id: 'client', secret: 'a secret of this test', name: 'Triptych' };

export interface SocialServer {
  readonly url: string;
  /** Stops the process and starts it again on the same port and the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

/**
 * social-app as its operator starts it, with the built client, an embedded database and the local provider.
 *
 * @param behind what browsers see in its place, by default itself; and further variables
 */
export async function startSocialServer(
  behind: {
    readonly port?: number;
    readonly url?: string;
    readonly env?: Variables;
    /** Whether people have some. */
    readonly pictures?: boolean;
  } = {},
): Promise<SocialServer> {
  const port = behind.port ?? (await freePort());
  const url = behind.url ?? `http://localhost:${port}`;
  const redirectUris = [url + callbackPath];
  const { pictures = false } = behind;
  const idp = await startLocalIdp({ port: 0, clients: [{ ...client, redirectUris }], pictures });
  const dataDir = await mkdtemp(join(tmpdir(), 'social-web-'));
  await layOutTestDatabase(migrations, dataDir);
  const launch = () =>
    processes.launch({
      PORT: String(port),
      HOST: 'localhost',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SESSION_SECRET: 'a secret that only tests know 123',
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Local',
      ...(pictures && { OUTBOUND_ALLOW_HOSTS: new URL(idp.issuer).host }),
      ...behind.env,
    });
  let running: ServiceProcess = await launch().catch(async (error: unknown) => {
    await idp.close();
    throw error;
  });
  return {
    url,
    async restart(signal = 'SIGTERM') {
      await running.stop(signal);
      running = await launch();
    },
    async close() {
      await running.stop();
      await idp.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
