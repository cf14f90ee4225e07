import { createSecret, hashOf, isSecret } from './api-key.js';
import { age, createApiKeys, type FoundKey } from './api-keys.js';

const secret = createSecret();
const id = 'b4b1a1f2-0000-4000-8000-000000000001';
const live: FoundKey = { id, scopes: ['read'], left: null };

/** A replica with a clock and a table of one key. */
function replica() {
  const state = { time: 0, key: live as FoundKey | null, finds: 0, uses: 0, away: false };
  const stored = {
    find: async (hash: string) => {
      state.finds += 1;
      if (state.away) throw new Error('away');
      return hash === hashOf(secret) ? state.key : null;
    },
    noteUse: async () => void (state.uses += 1),
  };
  const log = { warn: () => {} };
  const keys = createApiKeys('', stored, log, () => state.time);
  return Object.assign(state, { keys, stored, log });
}

describe('a secret', () => {
  it('has a prefix and a checksum, so that what is mistyped is told without the database', () => {
    expect(secret).toMatch(/^tus_[0-9A-Za-z]{32}[0-9a-f]{6}$/);
    expect(isSecret(secret)).toBe(true);
    expect(
      isSecret(secret.replace(/^tus_./, (found) => `tus_${found.endsWith('a') ? 'b' : 'a'}`)),
    ).toBe(false);
    expect(createSecret()).not.toBe(secret);
  });

  it('is not even looked for when it is none', async () => {
    const one = replica();
    expect(await one.keys.recognise('tus_guess')).toBeNull();
    expect(await one.keys.recognise(createSecret())).toBeNull();
    expect(one.finds).toBe(1);
  });
});

describe('a stored key', () => {
  it('costs no statement while it was read lately, and one each two seconds under load', async () => {
    const one = replica();
    for (let n = 0; n <= 10_000; n += 1) {
      one.time = n;
      expect(await one.keys.recognise(secret)).toMatchObject({ id, key: id, scopes: ['read'] });
    }
    expect(one.finds).toBe(5);
  });

  it('is refused within five seconds of its end, however seldom or often it is used', async () => {
    for (const pause of [10, 1_900, 2_500, 4_990, 5_001, 60_000]) {
      const one = replica();
      await one.keys.recognise(secret);
      one.key = null;
      let accepted = 0;
      do {
        accepted = one.time;
        one.time += pause;
      } while ((await one.keys.recognise(secret)) !== null);
      expect(accepted).toBeLessThanOrEqual(5_000);
    }
  });

  it('is refused at the moment that was set for its end, without being read again', async () => {
    const one = replica();
    one.key = { ...live, left: 1_000 };
    await one.keys.recognise(secret);
    one.time = 999;
    expect(await one.keys.recognise(secret)).not.toBeNull();
    one.time = 1_000;
    expect(await one.keys.recognise(secret)).toBeNull();
    expect(one.finds).toBe(1);
  });

  it('is believed for five seconds while the database is away, and no longer', async () => {
    const one = replica();
    await one.keys.recognise(secret);
    one.away = true;
    for (one.time = 100; one.time <= age.longest; one.time += 100) {
      expect(await one.keys.recognise(secret)).toMatchObject({ id });
    }
    one.time = age.longest + 1;
    await expect(one.keys.recognise(secret)).rejects.toThrow('away');
    one.away = false;
    expect(await one.keys.recognise(secret)).toMatchObject({ id });
  });

  it('that a reading brings back, which began before its end, is refused in time all the same', async () => {
    const one = replica();
    let reply: (key: FoundKey) => void = () => {};
    const late = new Promise<FoundKey | null>((resolve) => (reply = resolve));
    const answers = [late, Promise.resolve(null)];
    const keys = createApiKeys(
      '',
      { ...one.stored, find: () => answers.shift()! },
      one.log,
      () => one.time,
    );
    const first = keys.recognise(secret);
    one.time = 100;
    expect(await keys.recognise(secret)).toBeNull();
    reply(live);
    await first;
    // It is believed from its own beginning.
    one.time = age.longest + 1;
    answers.push(Promise.resolve(null));
    expect(await keys.recognise(secret)).toBeNull();
  });

  it('has its use noted once a minute, and is let in when that fails', async () => {
    const one = replica();
    for (one.time = 0; one.time < 180_000; one.time += 500) await one.keys.recognise(secret);
    expect(one.uses).toBe(3);
    const failing = { ...one.stored, noteUse: () => Promise.reject(new Error('away')) };
    const warnings: string[] = [];
    const log = { warn: (text: string) => void warnings.push(text) };
    const keys = createApiKeys('', failing, log as never);
    expect(await keys.recognise(secret)).not.toBeNull();
    await Promise.resolve();
    expect(warnings).toEqual(['the use of an API key was not noted']);
  });

  it('is remembered for its quota, once it was recognised', async () => {
    const one = replica();
    expect(one.keys.remember(secret)).toBeNull();
    await one.keys.recognise(secret);
    one.time = 3_600_000;
    expect(one.keys.remember(secret)).toMatchObject({ id });
    one.key = null;
    await one.keys.recognise(secret);
    expect(one.keys.remember(secret)).toBeNull();
  });
});
