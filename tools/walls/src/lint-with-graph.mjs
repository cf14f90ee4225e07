// Reads [{ path, text }] from standard input, lints each text as if it stood at its path, with the real
// configuration and the project graph of Nx, and prints the messages. A process of its own: the rule looks
// for a graph once and keeps it.
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';

const snippets = JSON.parse(await text(process.stdin));
await createProjectGraphAsync({ exitOnError: true });
const eslint = new ESLint();
const results = [];
for (const { path, text: source } of snippets) {
  const [result] = await eslint.lintText(source, { filePath: path });
  results.push(
    (result?.messages ?? [])
      .filter(({ ruleId, fatal }) => fatal || ruleId === '@nx/enforce-module-boundaries')
      .map(({ ruleId, message }) => ({ rule: ruleId, message })),
  );
}
process.stdout.write(`\n${JSON.stringify(results)}\n`);
process.exit(0);
