// Takes many random steps, seed after seed: npx nx run social-web:machine, with MACHINE_STEPS and MACHINE_SEED (ADR 0041).
import { runMachine } from './machine.js';

const steps = Number(process.env['MACHINE_STEPS'] ?? 10_000);
const stepsOfSeed = 300;
const first = Number(process.env['MACHINE_SEED'] ?? Date.now() % 1_000_000);

const print = (line: string) => void process.stdout.write(`${line}\n`);
for (let done = 0, seed = first; done < steps; done += stepsOfSeed, seed++) {
  print(`seed ${seed}, after ${done} steps`);
  const found = await runMachine({
    seed,
    steps: stepsOfSeed,
    onStep: process.env['MACHINE_LOG'] ? print : () => {},
  });
  if (found.length === 0) continue;
  for (const line of found) print(line);
  process.exitCode = 1;
}
