export { createServer, type ApiOptions, type ServerOptions } from './create-server.js';
export type { ErrorFormat } from './error-format.js';
export { compareFilesStrongly } from './file-conditions.js';
export type { Check } from './health.js';
export { ConfigError, hostEnvironment, listOf, loadConfig, type Environment } from './config.js';
export {
  Counter,
  createRegistry,
  Gauge,
  Histogram,
  observeConnections,
  observeGauge,
  Registry,
} from './metrics.js';
export { toPathTemplate } from './openapi.js';
export { headOperation, operationsOf } from './operation.js';
export { clientAddress } from './rate-limit.js';
export {
  addDescribedHook,
  describeHook,
  streamBodies,
  type HookDescription,
} from './route-facts.js';
export {
  conditionErrors,
  evaluateConditions,
  refuseConditions,
  type ConditionOutcome,
  type Part,
  type Representation,
} from './request-conditions.js';
export type { Server } from './server.js';
export { allowSlowConsumer } from './slow-consumers.js';
export { validationFaults } from './problem-mapping.js';
export { runService, type Host, type Service, type ServiceDefinition } from './run-service.js';
