export { createLogger, type Log, type Logger, type LoggerOptions } from './create-logger.js';
export {
  DependencyFault,
  describeFault,
  type ErrorLayer,
  errorLayers,
  type Fault,
  type FaultReason,
  faultReasons,
} from './dependency-faults.js';
export { reasonOfCause } from './fault-cause.js';
export { createSampler } from './sampling.js';
export { originOf, wholeError } from './serialize-error.js';
export { type ChangeLog, createDependencyLog, type DependencyLog } from './dependency-log.js';
