import { claimDevice } from '../api/device-owner.js';
import { endNotifications } from './device-notifications.js';

/** What was done to the device, in a browser that has a worker and an address. */
let done: string[];

beforeEach(() => {
  done = [];
  const subscription = { unsubscribe: async () => void done.push('unsubscribed') };
  const registration = {
    getNotifications: async () => [],
    pushManager: { getSubscription: async () => subscription },
  };
  const navigator = {
    serviceWorker: { getRegistration: async () => registration },
    setAppBadge: async (count: number) => void done.push(`badge ${count}`),
  };
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  const caches = { delete: async () => void done.push('owner removed') };
  Object.assign(globalThis, { caches });
});
afterEach(() => {
  for (const name of ['navigator', 'caches']) Reflect.deleteProperty(globalThis, name);
});

describe('the notifications of a device whose session is over', () => {
  const all = ['badge 0', 'owner removed', 'unsubscribed'];

  it.each(['ann', null])('end, also where nobody was signed in in this tab: %j', async (before) => {
    claimDevice('ann');
    await endNotifications(before);
    expect(done.sort()).toEqual(all);
  });

  it('go on for another person who has signed in, also a moment later', async () => {
    claimDevice('bob');
    await endNotifications('ann');
    claimDevice('ann');
    const ending = endNotifications('ann');
    claimDevice('bob');
    await ending;
    expect(done).toEqual([]);
  });
});
