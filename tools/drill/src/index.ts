export type { AlertFault } from './faults.js';
export { alertFaults } from './alert-faults.js';
export { killAndStart, restartOneByOne } from './fleets.js';
export { type Monitored, startMonitored } from './monitored.js';
export { faster, hasten, reopenPrometheus } from './prometheus.js';
export { apiKey } from './services.js';
export { signIn } from './sign-in.js';
