export { HealthReportSchema, type HealthReport } from './health-report.js';
export { platformCodes, problemResponses, problemSchema, type Problem } from './problem.js';
