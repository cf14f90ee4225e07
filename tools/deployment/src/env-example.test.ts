import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompose } from './compose-file.js';
import { envExample } from './env-example.js';
import { apps, readText, root, variablesOf, type App, type Variable } from './repository.js';

type Variables = Record<App, Readonly<Record<string, Variable>>>;

const variables = {} as Variables;
// One after another: Jest sometimes fails to link modules that are imported at the same time.
for (const app of apps) variables[app] = await variablesOf(app);

describe('docker/.env.example', () => {
  // Refresh: UPDATE_ENV_EXAMPLE=1 npx nx test deployment
  it('names every variable that an app reads', () => {
    const text = envExample(variables, readCompose());
    if (process.env['UPDATE_ENV_EXAMPLE']) {
      writeFileSync(join(root, 'docker/.env.example'), text);
    }
    expect(readText('docker/.env.example')).toBe(text);
  });

  it('sets nothing by itself, so that a copy of it changes nothing', () => {
    const active = readText('docker/.env.example')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(active).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it.each(apps)('sets only variables that %s reads', (app) => {
    const names = Object.keys(readCompose().services[app]?.environment ?? {});
    const known = Object.keys(variables[app]).flatMap((name) => [name, `${name}_FILE`]);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});
