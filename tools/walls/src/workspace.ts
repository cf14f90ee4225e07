import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

interface PatternGroup {
  readonly group: readonly string[];
  readonly message: string;
}

export interface RoomWall {
  readonly name: string;
  readonly files: readonly string[];
  readonly rules: {
    readonly '@typescript-eslint/no-restricted-imports': [
      string,
      { readonly patterns: readonly PatternGroup[] },
    ];
  };
}

export interface ProjectWall {
  readonly sourceTag: string;
  readonly onlyDependOnLibsWithTags: readonly string[];
  readonly bannedExternalImports?: readonly string[];
}

interface Walls {
  readonly projectWalls: readonly ProjectWall[];
  readonly roomWalls: readonly RoomWall[];
}

/** The very tables that `eslint.config.mjs` lints with. */
export async function readWalls(): Promise<Walls> {
  return (await import(pathToFileURL(resolve(root, 'eslint.walls.mjs')).href)) as Walls;
}
