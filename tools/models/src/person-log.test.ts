import { jest } from '@jest/globals';
import { simulateModel } from '@triptych/testing';

// Parsing a model alone takes seconds, and the rarest of the faults shows in one of several hundred traces.
jest.setTimeout(300_000);

const samples = Number(process.env['MODEL_SAMPLES'] ?? 0);
const simulation = { model: 'person_log', steps: 40 };

const faults = {
  mixes: 'no lock',
  confuses: 'numbers are ids',
  skips: 'gaps are skipped',
  passes: 'the first gap alone is seen',
  empties: 'the newest is pruned',
  starts: 'nothing is fetched at ready',
  misses: 'nothing is fetched at reset',
  forgets: 'a fetch is forgotten',
  loses: 'resumed after what was sent',
  overwrites: 'responses overwrite events',
  sleeps: 'heartbeats compare numbers',
  repeats: 'restored within a millisecond',
  undoes: 'restored while a client is ahead',
};

// One run for both: to read a model takes as long as hundreds of traces.
it('the log of a person leads every client to what is committed, and not without each of its guards', async () => {
  const leftOut = ['', ...Object.values(faults)];
  const constants = { FAULTS: `Set(${JSON.stringify(leftOut).slice(1, -1)})` };
  const sizes = { samples: samples || 500, seed: 31337 };
  const run = { ...simulation, ...sizes, constants, invariants: ['(fault != "" or holds)'] };
  const { isViolated, witnessed } = await simulateModel({ ...run, witnesses: Object.keys(faults) });
  expect(isViolated).toBe(false);
  expect(witnessed.filter(({ traces }) => traces > 0).map(({ name }) => name)).toEqual(
    Object.keys(faults),
  );
});
