import { describeTopology } from './connect-redis.contract.js';
import { startCluster, startSentinel, startSingle, startTls } from './testing/index.js';
import { setTimeout as pause } from 'node:timers/promises';

const thawLater = async (broken: { thaw(): void }) => {
  await pause(4_000);
  broken.thaw();
};
const elect = async () => undefined;

describeTopology('one server', startSingle, thawLater);
describeTopology('TLS', startTls, thawLater);
describeTopology('Sentinel', startSentinel, elect);
describeTopology('Cluster', startCluster, elect);
