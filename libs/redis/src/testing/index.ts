export { startRedisProcess, until, type RedisProcess } from './redis-process.js';
export {
  clusterPrivilege,
  leastPrivilege,
  password,
  startCluster,
  startSentinel,
  startSingle,
  startTls,
  topologies,
  type TestSentinel,
  type TestTopology,
} from './topologies.js';
export { createEncryption } from './encryption.js';
export { recordedLog } from './recorded-log.js';
export { hostileMessages, hostileValues } from './hostile.js';
export { serverFaults, startFaultyServer, type ServerFault } from './server-faults.js';
