// Takes many random steps, seed after seed: npx nx run social-web:machine, with MACHINE_STEPS and MACHINE_SEED (ADR 0041).
import { runMachine, type MachineResult } from './machine.js';

const steps = Number(process.env['MACHINE_STEPS'] ?? 10_000);
const stepsOfSeed = Math.min(steps, 1_000);
const first = Number(process.env['MACHINE_SEED'] ?? Date.now() % 1_000_000);

const isLogged = process.env['MACHINE_LOG'] !== undefined;
const print = (line: string) => void process.stdout.write(`${line}\n`);

// The browser ends at this signal, and the process would go on with the next one.
let isEnded = false;
process.once('SIGTERM', () => (isEnded = true));

for (let done = 0, seed = first; done < steps && !isEnded; seed++) {
  const begin = Date.now();
  const result = await runMachine({
    seed,
    steps: stepsOfSeed,
    withFoundCases: seed === first,
    onStep: isLogged ? print : () => {},
  }).catch((error: unknown): MachineResult => {
    return { steps: 0, log: [], differences: [String((error as Error).stack ?? error)] };
  });
  done += result.steps;
  const seconds = Math.round((Date.now() - begin) / 1_000);
  print(
    `seed ${seed}, ${result.steps} steps in ${seconds} s, ${result.differences.length} differences; ${done} in all`,
  );
  if (result.differences.length === 0) continue;
  for (const line of isLogged ? [] : result.log) print(line);
  for (const line of result.differences) print(line);
  process.exitCode = 1;
}
