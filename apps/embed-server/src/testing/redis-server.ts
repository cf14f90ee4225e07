import { connectRedis, type SharedRedis } from '@triptych/redis';
import { startRedisProcess, type RedisProcess } from '@triptych/redis/testing';
import { recordingLogger } from '@triptych/testing';
import getPort from 'get-port';

export { until } from '@triptych/redis/testing';

/** A Redis of the test's own, which it may stop, freeze and fill with rubbish. */
export interface TestRedis extends RedisProcess {
  readonly url: string;
  /** As `main.ts` has it, under this prefix; ended with the server. */
  client(prefix: string): SharedRedis;
}

export async function startRedis(): Promise<TestRedis> {
  const server = await startRedisProcess(await getPort(), []);
  const url = `redis://127.0.0.1:${server.port}`;
  const clients: SharedRedis[] = [];
  return {
    ...server,
    url,
    client: (prefix) => {
      const client = connectRedis({ url, prefix }, recordingLogger().logger);
      clients.push(client);
      return client;
    },
    close: async () => {
      clients.forEach((client) => client.close());
      await server.close();
    },
  };
}
