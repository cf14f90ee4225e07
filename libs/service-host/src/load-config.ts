import { readFileSync } from 'node:fs';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that is wrong with the environment, told at once. Never holds a value: it may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** `NAME`, or the content of the file that `NAME_FILE` names; an empty value counts as absent. */
function readVariable(name: string, env: Environment, faults: string[]): string | undefined {
  const direct = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    faults.push(`${name} and ${name}_FILE are both set`);
    return direct;
  }
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    faults.push(`${name}_FILE names a file that cannot be read`);
    return undefined;
  }
}

/**
 * Reads the environment once: strings are converted to the schema's types, defaults filled in.
 *
 * @param check faults that the schema cannot tell (a value that depends on another one)
 * @throws ConfigError naming every fault together
 */
export function loadConfig<S extends TObject>(
  schema: S,
  env: Environment,
  check: (config: Static<S>) => readonly string[] = () => [],
): Static<S> {
  const faults: string[] = [];
  const raw: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = readVariable(name, env, faults);
    if (value !== undefined) raw[name] = value;
  }
  const config = Value.Default(schema, Value.Convert(schema, raw));
  for (const error of Value.Errors(schema, config)) faults.push(describe(error));
  faults.push(...checkWhatIsThere(config as Static<S>, check, faults.length > 0));
  if (faults.length > 0) throw new ConfigError(faults);
  return config as Static<S>;
}

/** Faults are told together, so the check runs on a faulty config, too; there it may stumble over a gap. */
function checkWhatIsThere<C>(config: C, check: (config: C) => readonly string[], faulty: boolean) {
  try {
    return check(config);
  } catch (error) {
    if (faulty) return [];
    throw error;
  }
}

function describe(error: { instancePath: string; message: string; params?: object }): string {
  const { requiredProperties } = (error.params ?? {}) as { requiredProperties?: string[] };
  if (requiredProperties) return `${requiredProperties.join(', ')} must be set`;
  return `${error.instancePath.slice(1)} ${error.message}`;
}
