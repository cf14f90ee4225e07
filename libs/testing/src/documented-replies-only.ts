// Set-up file (`setupFilesAfterEnv`): no server that records its replies may send one that its API document lacks.
import { afterEach, expect } from '@jest/globals';
import { takeUndocumented } from './undocumented-replies.js';

afterEach(() => {
  expect(takeUndocumented()).toEqual([]);
});
