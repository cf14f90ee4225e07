import { jest } from '@jest/globals';
import { simulateModel } from '@triptych/testing';

// Parsing a model alone takes seconds, and the rarest of the faults shows in one of a hundred traces.
jest.setTimeout(300_000);

const samples = Number(process.env['MODEL_SAMPLES'] ?? 0);
const invariants = [
  'settlesOnce',
  'getsItsOwn',
  'hadNoEffect',
  'runsOnce',
  'isWithin',
  'moves',
  'waitsForOwn',
  'endsInTime',
];
const simulation = { model: 'batches', steps: 30 };

const faults = {
  blames: 'all are refused for one',
  fails: 'a cut fails all',
  doubles: 'late replies count',
  repeats: 'anything is repeated',
  hides: 'losses are forgotten',
  exceeds: 'no limit',
  drops: 'a group ends with its attempt',
  copies: 'what is held runs on',
  delays: 'nameless rows are one',
  runsLate: 'what is over is run',
};

it('calls that share statements settle once, by what became of their own item', async () => {
  const sizes = { samples: samples || 20, seed: 1 };
  const run = { ...simulation, ...sizes, constants: { FAULTS: 'Set("")' }, invariants };
  expect(await simulateModel(run)).toMatchObject({ isViolated: false });
});

it('an invariant fails without each of the guards', async () => {
  const constants = { FAULTS: `Set(${JSON.stringify(Object.values(faults)).slice(1, -1)})` };
  const sizes = { samples: samples || 150, seed: 4000000 };
  const run = { ...simulation, ...sizes, constants, invariants: [] };
  const { witnessed } = await simulateModel({ ...run, witnesses: Object.keys(faults) });
  expect(witnessed.filter(({ traces }) => traces > 0).map(({ name }) => name)).toEqual(
    Object.keys(faults),
  );
});
