import { jest } from '@jest/globals';
import { simulateModel } from '@triptych/testing';

// Parsing a model alone takes seconds, and the rarest of the faults shows in one of several hundred traces.
jest.setTimeout(300_000);

const samples = Number(process.env['MODEL_SAMPLES'] ?? 0);
const invariants = ['leadsToTable', 'newestIsKept'];
const simulation = { model: 'user_feed', steps: 30 };
const RESTORES = 'Set("here", "younger", "files")';

const faults = {
  skips: 'open transactions are passed',
  takes: 'any cursor is taken',
  mixes: 'late changes are written',
  leaves: 'pruning leaves gaps',
  empties: 'the newest is pruned',
  confuses: 'no epochs',
  undoes: 'restored during an export',
};

it('the log of changes leads every reader to the table', async () => {
  const constants = { FAULTS: 'Set("")', RESTORES };
  const sizes = { samples: samples || 60, seed: 1 };
  const run = { ...simulation, ...sizes, constants, invariants };
  expect(await simulateModel(run)).toMatchObject({ isViolated: false });
});

it('an invariant fails without each of the guards', async () => {
  const constants = {
    FAULTS: `Set(${JSON.stringify(Object.values(faults)).slice(1, -1)})`,
    RESTORES,
  };
  const sizes = { samples: samples || 900, seed: 5 };
  const run = { ...simulation, ...sizes, constants, invariants: [] };
  const { witnessed } = await simulateModel({ ...run, witnesses: Object.keys(faults) });
  expect(witnessed.filter(({ traces }) => traces > 0).map(({ name }) => name)).toEqual(
    Object.keys(faults),
  );
});
