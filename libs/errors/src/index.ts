export { errorKinds, type ErrorKind } from './error-kind.js';
export { ServiceError, type Fault, type ServiceErrorOptions } from './service-error.js';
