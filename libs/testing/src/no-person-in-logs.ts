// Set-up file (`setupFilesAfterEnv`): no line that a test file's loggers and processes wrote may name a person.
import { afterAll, expect } from '@jest/globals';
import { namesPerson } from './person-pattern.js';
import { recordedLines } from './recorded-lines.js';

afterAll(() => {
  expect(recordedLines().filter(namesPerson)).toEqual([]);
});
