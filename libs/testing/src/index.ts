export { readFixture } from './fixture.js';
export { recordingLogger, type RecordingLogger } from './recording-logger.js';
export { testServerOptions } from './server-options.js';
