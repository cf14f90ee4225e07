import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apps, root } from './repository.js';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'licences-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the build of an image prints for a bill of materials; rejects where it refuses one. */
async function licencesOf(bill: string): Promise<string> {
  const file = join(folder, 'sbom.cdx.json');
  await writeFile(file, bill);
  const { stdout } = await run(process.execPath, ['docker/image/licences.mjs', file], {
    cwd: root,
  });
  return stdout;
}

// Building an image is the last and longest check: a package whose licence would end it is to be known before.
describe('the licences of what an image holds', () => {
  it.each(apps)('are all agreed to: %s', async (app) => {
    const { stdout: bill } = await run(
      'npm',
      [
        ...['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'],
        ...['--sbom-type=application', '--workspace', `apps/${app}`],
      ],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
    );
    expect(await licencesOf(bill)).toMatch(/^fastify 5\.\S+: MIT$/m);
  });

  it('end the build where nobody has agreed to one', async () => {
    const component = (name: string, licenses: object[]) => ({
      'bom-ref': `${name}@1.0.0`,
      name,
      version: '1.0.0',
      licenses,
    });
    const bill = JSON.stringify({
      components: [
        component('free', [{ license: { id: 'MIT' } }]),
        component('chosen', [{ expression: '(MIT OR GPL-3.0-only)' }]),
        component('both', [{ expression: '(MIT AND GPL-3.0-only)' }]),
        component('unnamed', []),
      ],
    });
    await expect(licencesOf(bill)).rejects.toMatchObject({
      stderr: 'not agreed to: both 1.0.0 ((MIT AND GPL-3.0-only)), unnamed 1.0.0 (none given)\n',
    });
  });
});
