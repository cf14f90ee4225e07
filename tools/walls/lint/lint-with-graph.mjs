// Reads [{ path, text, tags }] from standard input, lints each text as if it stood at its path, with the project graph
// of Nx and the rule as the real configuration sets it for that path, and prints the messages. No other rule runs, so no
// types are read. `tags` gives projects other tags for this text. A process of its own: the rule keeps its graph in a global.
import nx from '@nx/eslint-plugin';
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';
import tseslint from 'typescript-eslint';

const rule = '@nx/enforce-module-boundaries';
const snippets = JSON.parse(await text(process.stdin));
await createProjectGraphAsync({ exitOnError: true });

let graph;
let retagged = {};
const retag = (nodes) =>
  Object.fromEntries(
    Object.entries(nodes).map(([name, node]) => {
      const tags = retagged[name] ?? node.data.tags;
      return [name, { ...node, data: { ...node.data, tags } }];
    }),
  );
Object.defineProperty(globalThis, 'projectGraph', {
  get: () => graph && { ...graph, nodes: retag(graph.nodes) },
  set: (value) => (graph = value),
});

const real = new ESLint();
async function lint(path, source) {
  const { rules } = await real.calculateConfigForFile(path);
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { '@nx': nx },
      rules: { [rule]: rules[rule] },
    },
  });
  const [result] = await eslint.lintText(source, { filePath: path });
  return result.messages.map(({ ruleId, message }) => ({ rule: ruleId, message }));
}

const results = [];
for (const { path, text: source, tags } of snippets) {
  retagged = tags;
  results.push(await lint(path, source));
}
process.stdout.write(`\n${JSON.stringify(results)}\n`);
process.exit(0);
