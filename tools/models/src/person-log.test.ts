import { jest } from '@jest/globals';
import { simulateModel } from '@triptych/testing';

// Parsing a model alone takes seconds, and the rarest of the faults shows in one of several hundred traces.
jest.setTimeout(300_000);

const samples = Number(process.env['MODEL_SAMPLES'] ?? 0);
const invariants = ['resumes', 'follows', 'notices', 'inOrder', 'newestIsKept'];
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

it('the log of a person leads every client to what is committed', async () => {
  const sizes = { samples: samples || 40, seed: 1 };
  const run = { ...simulation, ...sizes, constants: { FAULTS: 'Set("")' }, invariants };
  expect(await simulateModel(run)).toMatchObject({ isViolated: false });
});

it('an invariant fails without each of the guards', async () => {
  const constants = { FAULTS: `Set(${JSON.stringify(Object.values(faults)).slice(1, -1)})` };
  const sizes = { samples: samples || 400, seed: 33333333 };
  const run = { ...simulation, ...sizes, constants, invariants: [] };
  const { witnessed } = await simulateModel({ ...run, witnesses: Object.keys(faults) });
  expect(witnessed.filter(({ traces }) => traces > 0).map(({ name }) => name)).toEqual(
    Object.keys(faults),
  );
});
