import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyFault } from './fault.js';
import { faults } from './faults.js';
import { identify } from './results.js';
import { faultsOfAdapters } from './sql-faults.js';
import { withSwitches } from './switches.js';
import { testFilesOf } from './test-files.js';
import { filesOf } from './working-copy.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = filesOf(root);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

it.each(faults.map((fault) => [`${fault.file}: ${fault.find}`, fault] as const))(
  'can still be put into the code, and has tests: %s',
  (_name, fault) => {
    const source = textOf(fault.file);
    expect(applyFault(fault, source)).not.toBe(source);
    expect(testFilesOf(fault, files)).not.toEqual([]);
  },
);

describe('of adapters', () => {
  const made = faultsOfAdapters(root, files);

  it('have tests each, and a name of their own', () => {
    const names = made.map((fault) => identify(fault, textOf(fault.file)));
    expect(new Set(names).size).toBe(names.length);
    for (const fault of made) expect(testFilesOf(fault, files)).not.toEqual([]);
  });

  it('have an expression around them that can be switched', () => {
    for (const file of new Set(made.map((fault) => fault.file))) {
      const own = made.flatMap((fault) =>
        fault.file === file ? [{ id: 'x', fault: { ...fault, at: fault.at! } }] : [],
      );
      expect(withSwitches(textOf(file), own)).toContain('isFaultOn');
    }
  });
});
