// Set-up file (`setupFilesAfterEnv`) of the suites in a browser: a test that failed is tried once more, and what failed first
// is printed. A browser on a machine that others use stands still for seconds now and then, which says nothing of the
// product; what fails twice does.
import { jest } from '@jest/globals';

jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
