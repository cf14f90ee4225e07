import { jest } from '@jest/globals';
import { simulateModel } from '@triptych/testing';

// Parsing a model alone takes seconds, and the rarest of the faults shows in one of a hundred traces.
jest.setTimeout(300_000);

const samples = Number(process.env['MODEL_SAMPLES'] ?? 0);
const simulation = { model: 'batches', steps: 25 };

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

// One run for both: to read a model takes as long as hundreds of traces.
it('calls that share statements settle by what became of their own item, and not without each of the guards', async () => {
  const leftOut = ['', ...Object.values(faults)];
  const constants = { FAULTS: `Set(${JSON.stringify(leftOut).slice(1, -1)})` };
  const sizes = { samples: samples || 150, seed: 31337 };
  const run = { ...simulation, ...sizes, constants, invariants: ['(fault != "" or holds)'] };
  const { isViolated, witnessed } = await simulateModel({ ...run, witnesses: Object.keys(faults) });
  expect(isViolated).toBe(false);
  expect(witnessed.filter(({ traces }) => traces > 0).map(({ name }) => name)).toEqual(
    Object.keys(faults),
  );
});
