export {
  errorKinds,
  problem,
  ServiceError,
  type ErrorKind,
  type Fault,
  type ProblemBase,
  type ProblemClass,
  type ServiceErrorOptions,
} from './errors.js';
export { HealthReportSchema, type HealthReport } from './health-report.js';
export { problemSchema, type Problem } from './problem.js';
