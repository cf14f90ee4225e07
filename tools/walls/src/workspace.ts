import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

export interface ProjectWall {
  readonly sourceTag: string;
  readonly onlyDependOnLibsWithTags: readonly string[];
  readonly bannedExternalImports?: readonly string[];
}

/** A name of a list; with a place it holds for one app (`social-app`) or one folder (`social-app/auth`) alone. */
export type Entry = string | { readonly name: string; readonly place: string };

export interface Room {
  readonly name: string;
  readonly shape: string;
  readonly files: RegExp;
  readonly is: string;
  /** Rooms that share lists. */
  readonly family?: string;
  readonly tests?: boolean;
  readonly dynamic?: boolean;
  readonly values?: readonly Entry[];
  readonly types?: readonly Entry[];
  readonly beside?: readonly Entry[];
  readonly packages?: readonly Entry[];
  readonly packageTypes?: readonly Entry[];
  readonly globals?: readonly Entry[];
  /** `globals` without the language and the lists that rooms share. */
  readonly own?: readonly Entry[];
}

export interface Project {
  readonly rooms: readonly Room[];
  readonly folders: Readonly<Record<string, readonly string[]>>;
}

export type Used = (owner: unknown, list: string, entry: Entry) => null;

interface RoomWalls {
  readonly projects: Readonly<Record<string, Project>>;
  readonly roomWalls: (used?: Used) => readonly object[];
}

const read = (path: string): Promise<unknown> =>
  import(pathToFileURL(resolve(root, path)).href) as Promise<unknown>;

/** The very tables that `eslint.config.mjs` lints with. */
export const readProjectWalls = async () =>
  ((await read('eslint.walls.mjs')) as { projectWalls: readonly ProjectWall[] }).projectWalls;

export const readRoomWalls = async () => (await read('tools/walls/lint/index.mjs')) as RoomWalls;
