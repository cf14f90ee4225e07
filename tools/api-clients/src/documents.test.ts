import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { documentFile, services } from './operations.js';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));
const redocly = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url));
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

interface Findings {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

const ruleset: RulesetDefinition = {
  extends: [[oas as RulesetDefinition, 'recommended']],
  // The summary says what an operation does, and nobody is named as the contact.
  rules: { 'operation-description': 'off', 'info-contact': 'off' },
};

describe.each(services)('the OpenAPI document of %s', (service) => {
  const file = fileURLToPath(documentFile(service));

  it('has nothing that Spectral reports', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset(ruleset);
    const text = await readFile(file, 'utf8');
    const findings = await linter.run(new spectral.Document(text, Json, file));
    const lines = findings.map((one) => `${one.code} ${one.path.join('.')}: ${one.message}`);
    expect(lines).toEqual([]);
  });

  it('has nothing that Redocly reports', async () => {
    const options = [
      '--config',
      'redocly-rules.yaml',
      '--format',
      'json',
      '--max-problems',
      '1000',
    ];
    const { stdout } = await run(redocly, ['lint', file, ...options], {
      cwd: folder,
      env: { ...process.env, ...quiet, NODE_OPTIONS: '' },
    }).catch((failed: { stdout: string }) => failed);
    const { problems } = JSON.parse(stdout) as Findings;
    const lines = problems.map(
      (one) => `${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`,
    );
    expect(lines).toEqual([]);
  });
});
