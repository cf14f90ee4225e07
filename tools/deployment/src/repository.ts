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
  readonly configSchema?: ConfigSchema;
  readonly ConfigSchema?: ConfigSchema;
}

interface ConfigSchema {
  readonly properties: Readonly<Record<string, Variable>>;
}

/** What `app` reads from the environment, by name. */
export async function variablesOf(app: App): Promise<ConfigSchema['properties']> {
  // By path and not by name: nothing may depend on an app.
  const path = join(root, 'apps', app, 'src', 'config.ts');
  const module = (await import(pathToFileURL(path).href)) as ConfigModule;
  const schema = module.configSchema ?? module.ConfigSchema;
  if (schema === undefined) throw new Error(`${path} exports no schema`);
  return schema.properties;
}
