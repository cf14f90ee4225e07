import { findLeaks } from '@triptych/service-host/testing';
import { configSchema } from './config.js';

it('names a variable that is not usable, and never prints its value', () => {
  expect(findLeaks(configSchema)).toEqual([]);
});
