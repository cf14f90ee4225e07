export { readBuildInfo, type BuildInfo } from './build-info.js';
export { createServer, type ApiOptions, type ServerOptions } from './create-server.js';
export { Health, type Check } from './health.js';
export {
  ConfigError,
  hostEnvironment,
  loadConfig,
  parseTrustProxy,
  type Environment,
  type HostConfig,
  type ServicePorts,
  type TrustProxy,
} from './config.js';
export { Counter, createRegistry, Gauge, Histogram, Registry } from './metrics.js';
export { toPathTemplate } from './openapi.js';
export { createOpsServer } from './ops-server.js';
export { sendProblem } from './problem-reply.js';
export { connectRedis } from './redis.js';
export {
  addDescribedHook,
  describeHook,
  streamBodies,
  type HookDescription,
} from './route-facts.js';
export type { Server } from './server.js';
export { allowSlowConsumer } from './slow-consumers.js';
export { validationFaults } from './problem-mapping.js';
export { runService, type Host, type Service, type ServiceDefinition } from './run-service.js';
