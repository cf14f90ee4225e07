import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { readWalls, root } from './workspace.js';

export interface Breach {
  readonly rule: string | null;
  readonly message: string;
}

/** Lints a text as if it stood at `path`, with the room walls alone; the file need not exist. */
export async function breachesOfRooms(path: string, text: string): Promise<Breach[]> {
  const { roomWalls } = await readWalls();
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts', '**/*.tsx'],
        languageOptions: { parser: tseslint.parser },
        plugins: { '@typescript-eslint': tseslint.plugin },
      },
      ...(roomWalls as never[]),
    ],
  });
  const [result] = await eslint.lintText(text, { filePath: path });
  return (result?.messages ?? []).map(({ ruleId, message }) => ({ rule: ruleId, message }));
}
