import { describeTopology } from './connect-redis.contract.js';
import {
  createEncryption,
  password,
  startCluster,
  startSentinel,
  startSingle,
  startTls,
} from './testing/index.js';
import { setTimeout as pause } from 'node:timers/promises';

const thawLater = async (broken: { thaw(): void }) => {
  await pause(4_000);
  broken.thaw();
};
const elect = async () => undefined;

describeTopology('one server', startSingle, thawLater);
describeTopology('Sentinel', startSentinel, elect);
describeTopology('Cluster', () => startCluster(), elect);

const mutual = () => createEncryption({ asksClients: true });
describeTopology('TLS with client certificates', () => startTls({ asksClients: true }), thawLater);
describeTopology('Sentinel with client certificates', () => startSentinel(mutual()), elect);
describeTopology('Cluster with client certificates', () => startCluster(mutual()), elect);

// As Redis 6 has it.
describeTopology(
  'Cluster without sharded channels',
  () =>
    startCluster(undefined, [
      'rename-command SSUBSCRIBE ""',
      'rename-command SPUBLISH ""',
      `user app on >${password} ~* &* +@all`,
    ]),
  elect,
);
