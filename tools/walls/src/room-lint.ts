import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { readRoomWalls, root, type Used } from './workspace.js';

export interface Breach {
  readonly rule: string | null;
  readonly message: string;
  readonly line: number;
}

/** A linter that knows the walls inside projects and nothing else, so that no type information is needed. */
async function createLint(used?: Used): Promise<ESLint> {
  const { roomWalls } = await readRoomWalls();
  const unknown = { create: () => ({}) };
  return new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      { ignores: ['**/generated', '**/*.d.ts', '**/dist', '**/out-tsc'] },
      {
        files: ['**/*.ts', '**/*.tsx'],
        languageOptions: { parser: tseslint.parser },
        // Comments in the sources switch rules of these plugins off.
        plugins: {
          '@typescript-eslint': tseslint.plugin,
          'react-hooks': { rules: { 'exhaustive-deps': unknown } },
        },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
      },
      ...(roomWalls(used) as never[]),
    ],
  });
}

const breachesOf = (messages: ESLint.LintResult['messages'] = []): Breach[] =>
  messages.map(({ ruleId, message, line }) => ({ rule: ruleId, message, line }));

let lint: Promise<ESLint> | undefined;

/** Lints a text as if it stood at `path`, with the walls of rooms alone; the file need not exist. */
export async function breachesOfRooms(path: string, text: string): Promise<Breach[]> {
  lint ??= createLint();
  const [result] = await (await lint).lintText(text, { filePath: path });
  return breachesOf(result?.messages);
}

/** Lints every source file; `used` learns which entry of which list let something in. */
export async function breachesOfTree(used: Used): Promise<(Breach & { readonly file: string })[]> {
  const kinds = ['apps', 'libs', 'tools'].map(
    (kind) => `${kind}/*/src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}`,
  );
  const results = await (await createLint(used)).lintFiles(kinds);
  return results.flatMap(({ filePath, messages }) =>
    breachesOf(messages).map((breach) => ({ ...breach, file: filePath.slice(root.length + 1) })),
  );
}
