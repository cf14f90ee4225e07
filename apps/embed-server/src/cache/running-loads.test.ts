import { createRunningLoads, loadUnpurged } from './running-loads.js';

/** Purges the item while its first reply is `asked` for, or `kept`; returns which replies were kept, and which is the result. */
async function purgedWhile(step: 'asked' | 'kept') {
  const loads = createRunningLoads();
  const kept: number[] = [];
  let asked = 0;
  const purgeAt = (now: typeof step) => {
    if (asked === 1 && now === step) loads.notePurged('tweet:1');
  };
  const result = await loads.run('tweet:1', (running) =>
    loadUnpurged(
      running,
      () => {
        asked += 1;
        purgeAt('asked');
        return Promise.resolve(asked);
      },
      (reply) => {
        kept.push(reply);
        purgeAt('kept');
        return Promise.resolve(reply);
      },
    ),
  );
  return { result, kept };
}

it('what was asked for before a purge is not kept, and asked for again', async () => {
  expect(await purgedWhile('asked')).toEqual({ result: 2, kept: [2] });
});

it('what was kept before its purge was heard of is asked for again, and replaced', async () => {
  expect(await purgedWhile('kept')).toEqual({ result: 2, kept: [1, 2] });
});
