import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyFault } from './fault.js';
import { faults } from './faults.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it.each(faults.map((fault) => [`${fault.file}: ${fault.find}`, fault] as const))(
  'can still be put into the code: %s',
  (_name, fault) => {
    const source = readFileSync(join(root, fault.file), 'utf8');
    expect(applyFault(fault, source)).not.toBe(source);
  },
);
