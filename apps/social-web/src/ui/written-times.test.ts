import { jest } from '@jest/globals';
import {
  deviceStorage,
  memoryStorage,
  removePersonal,
  writtenTimesKey,
} from '../api/device-storage.js';
import { writtenTimes } from './written-times.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const never = () => {
  throw new Error('written anew');
};

function ofSomebody() {
  const storage = memoryStorage();
  storage.setItem('owner', 'ann');
  return storage;
}

it('the next start writes as the one before did, without a format', () => {
  const storage = ofSomebody();
  const written = writtenTimes(storage, () => 'browser 1');
  expect(written('en clock 7:30', () => '07:30')).toBe('07:30');
  expect(written('en clock 7:30', never)).toBe('07:30');
  jest.runAllTimers();
  expect(writtenTimes(storage, () => 'browser 1')('en clock 7:30', never)).toBe('07:30');
});

it('another version of the browser writes by itself', () => {
  const storage = ofSomebody();
  writtenTimes(storage, () => 'browser 1')('en clock 19:30', () => '7:30 pm');
  jest.runAllTimers();
  const written = writtenTimes(storage, () => 'browser 2');
  expect(written('en clock 19:30', () => '7:30 PM')).toBe('7:30 PM');
});

it('keeps what was written last, and not ever more', () => {
  const storage = ofSomebody();
  const written = writtenTimes(storage, () => 'browser');
  for (let day = 1; day <= 1_000; day++) written(`en day ${day}`, () => `day ${day}`);
  jest.runAllTimers();
  expect(storage.getItem(writtenTimesKey)!.length).toBeLessThan(20_000);
  expect(writtenTimes(storage, () => 'browser')('en day 1000', never)).toBe('day 1000');
});

it.each(['', 'x', '[]', '{}', 'null', '{"by":"browser"}', '{"by":"browser","texts":{"key":1}}'])(
  'what is damaged (%s) is as good as not there',
  (text) => {
    const storage = ofSomebody();
    storage.setItem(writtenTimesKey, text);
    expect(writtenTimes(storage, () => 'browser')('key', () => 'anew')).toBe('anew');
  },
);

it('nothing is kept for nobody, and signing out removes what was', () => {
  const storage = memoryStorage();
  writtenTimes(storage, () => 'browser')('key', () => 'text');
  jest.runAllTimers();
  expect(storage.getItem(writtenTimesKey)).toBeNull();
  deviceStorage.setItem(writtenTimesKey, '{}');
  removePersonal();
  expect(deviceStorage.getItem(writtenTimesKey)).toBeNull();
});
