// Puts each fault into a copy of the code and runs the tests that ought to notice it, until one does.
//   npx nx run mutation:faults -- [--list] [--new] [--again] [--alone] [--workers=1] [--copy=name] [part of a file's name …]
// --again tries those that survived once more; with --copy a second run beside the first has a copy of its own; --alone tries one after
// the other in the order of their hashes, so that those an ended run has decided are a sample.
// It may be ended at any time, and the next run goes on. What is caught shows first, so an ended run's rate is too high.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Candidate } from './fault.js';
import { faults as listed } from './faults.js';
import { identify, type Judgement, openResults, type Result } from './results.js';
import { faultsOfAdapters } from './sql-faults.js';
import { nameOf, testFilesOf } from './test-files.js';
import { tryAlone } from './try-alone.js';
import { switchable, trySwitched } from './try-switched.js';
import { createWorkingCopy, filesOf } from './working-copy.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const least = 0.9;

const { values: options, positionals: parts } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    new: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    copy: { type: 'string', default: 'copy' },
    workers: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const files = filesOf(root);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const wanted = [...listed, ...faultsOfAdapters(root, files)].filter(
  ({ file }) => parts.length === 0 || parts.some((part) => file.includes(part)),
);
const candidates = wanted
  .filter(({ unnoticeable }) => unnoticeable === undefined)
  .map((fault): Candidate => {
    const tests = testFilesOf(fault, files);
    return { fault, id: identify(fault, textOf(fault.file)), tests };
  })
  .sort((one, other) => one.id.localeCompare(other.id));
const results = openResults(join(root, 'tools/mutation/out-tsc/results.jsonl'), options.new);
const judged = new Map<string, Result>();

if (options.list) for (const candidate of candidates) console.log(titleOf(candidate));
else {
  process.once('SIGINT', () => process.exit(report()));
  process.once('SIGTERM', () => process.exit(report()));
  await run(Number(options.workers));
  process.exitCode = report();
}

async function run(workers: number): Promise<void> {
  for (const candidate of candidates) {
    const found = results.find(candidate.id, textsOf(candidate));
    if (found && !(options.again && !isCaught(found))) judged.set(candidate.id, found);
  }
  const undecided = () => candidates.filter(({ id }) => !judged.has(id));
  const tests = (options.alone ? [] : switchable(undecided())).values();
  const rest = candidates.values();
  const work = async (n: number) => {
    const copy = createWorkingCopy(root, files, n === 0 ? options.copy : `${options.copy}-${n}`);
    await trySwitched(copy, tests, undecided, ({ fault: id, test: by }) =>
      decide(
        candidates.find((one) => one.id === id)!,
        { outcome: 'failed', by, tries: [] },
      ),
    );
    for (const candidate of rest) {
      if (judged.has(candidate.id)) continue;
      decide(candidate, await tryAlone(copy, candidate, results.tries));
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, n) => work(n)));
}

function decide(candidate: Candidate, judgement: Judgement): void {
  const { id: fault } = candidate;
  if (judged.has(fault)) return;
  const title = titleOf(candidate);
  const result = results.add({ fault, title, ...judgement }, textsOf(candidate));
  judged.set(fault, result);
  const caught = [...judged.values()].filter(isCaught).length;
  const left = candidates.length - judged.size;
  console.log(`${caught} of ${judged.size} caught, ${left} left: ${wordOf(result)} ${title}`);
}

function textsOf({ tests }: Candidate): string[] {
  return tests.map((test) => textOf(nameOf(test)));
}

function isCaught({ outcome }: Result): boolean {
  return outcome === 'failed' || outcome === 'timed out';
}

function wordOf(result: Result): string {
  if (isCaught(result)) return 'caught';
  return result.outcome === 'passed' ? 'SURVIVED' : 'BROKEN';
}

function titleOf({ fault: { file, find, replace, at } }: Pick<Candidate, 'fault'>): string {
  const source = textOf(file);
  const line = source.slice(0, at ?? source.indexOf(find)).split('\n').length;
  return `${file}:${line} "${find}" → "${replace}"`.replaceAll(/\s+/g, ' ');
}

/** @returns the exit code */
function report(): number {
  const tried = candidates.flatMap(({ fault: { file }, id }) => {
    const result = judged.get(id);
    return result ? [{ area: file.split('/').slice(0, 2).join('/'), result }] : [];
  });
  const count = (name: string, of: typeof tried) =>
    console.log(`${of.filter(({ result }) => isCaught(result)).length} of ${of.length} ${name}`);
  for (const area of [...new Set(tried.map((one) => one.area))].sort()) {
    count(
      `caught in ${area}`,
      tried.filter((one) => one.area === area),
    );
  }
  for (const { result } of tried.filter((one) => !isCaught(one.result))) {
    console.log(`${wordOf(result)} ${result.title}`);
  }
  for (const fault of wanted) {
    if (fault.unnoticeable === undefined) continue;
    console.log(`left out ${titleOf({ fault })}: ${fault.unnoticeable}`);
  }
  count(`faults caught, ${candidates.length - tried.length} not tried`, tried);
  const caught = tried.filter(({ result }) => isCaught(result)).length;
  return caught < tried.length * least ? 1 : 0;
}
