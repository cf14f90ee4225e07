import { runMachine } from './testing/machine/machine.js';

const seed = 16;

// It takes more than five seconds because three people need their time to write, and a network its time to fail and recover.
it(`three people with two tabs each see in the end what the server has (seed ${seed})`, async () => {
  const { log, differences } = await runMachine({ seed, steps: 75, withFoundCases: true });
  if (differences.length > 0) throw new Error([...log, ...differences].join('\n'));
}, 600_000);
