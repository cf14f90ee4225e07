import { freePort } from '@triptych/free-port';
import { connectRedis, type SharedRedis } from '@triptych/redis';
import { startRedisProcess, type RedisProcess } from '@triptych/redis/testing';
import { recordingLogger } from '@triptych/testing';

export { until } from '@triptych/redis/testing';

/** A Redis of the test's own, which it may stop, freeze and fill with rubbish. */
export interface TestRedis extends RedisProcess {
  readonly url: string;
  /** As `main.ts` has it, under this prefix; ended with the server. */
  client(prefix: string): SharedRedis;
  /** The same, which waits for a reply until the client itself gives up: for what is guaranteed while Redis replies in time. */
  patientClient(prefix: string): SharedRedis;
}

export async function startRedis(): Promise<TestRedis> {
  const server = await startRedisProcess(await freePort(), []);
  const url = `redis://127.0.0.1:${server.port}`;
  const clients: SharedRedis[] = [];
  const open = (prefix: string) => {
    const client = connectRedis({ url, prefix }, recordingLogger().logger);
    clients.push(client);
    return client;
  };
  return {
    ...server,
    url,
    client: open,
    patientClient: (prefix) => {
      const client = open(prefix);
      const connect: SharedRedis['connect'] = (label, options) =>
        client.connect(label, { ...options, timeout: 60_000 });
      return { ...client, connect };
    },
    close: async () => {
      clients.forEach((client) => client.close());
      await server.close();
    },
  };
}
