import { freePort } from '@triptych/free-port';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { startRedisProcess } from '@triptych/redis/testing';
import type { Scene } from './alert-faults.js';
import { startFleets } from './fleets.js';
import { postLoad, sendLoad, userLoad } from './loads.js';
import { type Prometheus, startPrometheus } from './prometheus.js';
import { startRecipients } from './recipients.js';

const clients = { count: 4, pauseMs: 200, repeatMs: 0 };

/** Two replicas of each service under requests, with what they depend on, and Prometheus that watches them. */
export interface Monitored extends Scene {
  readonly prometheus: Prometheus;
}

/**
 * @param databaseUrl of the server in which databases are made
 * @param folder for files
 * @param ends what is to be done at the end, last first; something is in it also when the start fails
 */
export async function startMonitored(
  databaseUrl: string | undefined,
  folder: string,
  ends: (() => Promise<unknown>)[],
): Promise<Monitored> {
  const redis = await startRedisProcess(await freePort(), []);
  ends.push(() => redis.close());
  const recipients = await startRecipients();
  const settings = {
    'user-service': {
      WEBHOOK_KEYS: 'a-key-of-webhooks-that-only-the-drill-knows',
      OUTBOUND_ALLOW_HOSTS: recipients.hosts,
      SMTP_URL: recipients.smtpUrl,
      MAIL_FROM: 'drill@example.org',
      PUBLIC_URL: 'http://127.0.0.1',
    },
    'social-app': { OUTBOUND_ALLOW_HOSTS: recipients.hosts },
  };
  const redisUrl = `redis://127.0.0.1:${redis.port}`;
  const createDatabase = async () => {
    const database: TestDatabase = await createTestDatabase(databaseUrl);
    ends.push(() => database.drop());
    return database.url;
  };
  const fleets = await startFleets({ createDatabase, redisUrl, settings }, folder, [1, 2]);
  ends.push(() => fleets.close());
  const { urlOf } = fleets;
  // Neighbours in the list are of one kind.
  const posts = fleets.posts.toSorted(() => Math.random() - 0.5);
  const loads = [
    postLoad(urlOf('embed-server'), clients, posts),
    userLoad(urlOf('user-service'), clients),
    await sendLoad(urlOf('social-app'), clients),
  ];
  await recipients.begin(urlOf('social-app'), urlOf('user-service'));
  ends.push(async () => {
    await Promise.all(loads.map(({ load }) => load.stop()));
    await recipients.close();
  });
  const replicas = fleets.fleets.flatMap(({ service, replicas: all }) =>
    all.map(({ address }) => `${address}:${service.opsPort}`),
  );
  const targets = [...replicas, new URL(fleets.opsUrl).host];
  const prometheus = await startPrometheus(targets, folder);
  ends.push(() => prometheus.close());
  return { fleets, redis, recipients, prometheus };
}
