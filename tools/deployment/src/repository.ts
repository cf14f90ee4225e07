import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

export const apps = ['embed-server', 'user-service', 'social-app'] as const;
export type App = (typeof apps)[number];

/** A file of the repository, as text. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A variable as its app's schema declares it. */
export interface Variable {
  readonly default?: string | number | boolean;
  readonly description?: string;
}

interface ConfigModule {
  readonly configSchema: { readonly properties: Readonly<Record<string, Variable>> };
}

/** The environment variables of `app`, by name. */
export async function variablesOf(app: App): Promise<Readonly<Record<string, Variable>>> {
  // By path, since no project may depend on an app.
  const path = join(root, 'apps', app, 'src', 'config.ts');
  const { configSchema } = (await import(pathToFileURL(path).href)) as ConfigModule;
  return configSchema.properties;
}
