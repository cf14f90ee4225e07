export {
  checkReplies,
  compareReplies,
  readOperations,
  recordReplies,
  type Operation,
  type ReplyRecord,
} from './contract.js';
export { findFaults } from './hostile-requests.js';
export { readFixture } from './fixture.js';
export { namesPerson } from './person-pattern.js';
export { provokePlatformReplies, type ValidRequest } from './platform-replies.js';
export { recordLines, recordedLines } from './recorded-lines.js';
export { recordingLogger, type RecordingLogger } from './recording-logger.js';
export { testServerOptions } from './server-options.js';
export {
  type RunningProcess,
  type ServiceProcess,
  type ServiceProcesses,
  serviceProcesses,
  type Variables,
} from './service-process.js';
export { orderlyStop, stopInFlight } from './stop-in-flight.js';
export {
  type ModelStep,
  simulateModel,
  type Simulation,
  type SimulationResult,
} from './model-traces.js';
