export { exportUsers } from './export-users.js';
export { importUsers, type ImportSummary } from './import-users.js';
export { BrokenOff, Refused, type Service } from './service.js';
