import { readFileSync } from 'node:fs';

/** Facts of the running build, for `/version` and `/-/health`. */
export interface BuildInfo {
  readonly version: string;
  /** Source revision. */
  readonly commit: string;
  /** RFC 3339, UTC. */
  readonly releasedOn: string;
}

function readJson(url: URL): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>;
  } catch {
    return undefined;
  }
}

/**
 * The stamp that the build wrote beside the bundle; run from source there is none, and the package's
 * version with the word `development` stands for it.
 *
 * @param moduleUrl `import.meta.url` of the app's main module, in `src/` or `dist/`
 */
export function readBuildInfo(moduleUrl: string): BuildInfo {
  const stamp = readJson(new URL('./build-info.json', moduleUrl));
  const manifest = readJson(new URL('../package.json', moduleUrl));
  return {
    version: stamp?.['version'] ?? manifest?.['version'] ?? '0.0.0',
    commit: stamp?.['commit'] ?? 'development',
    releasedOn: stamp?.['releasedOn'] ?? new Date().toISOString(),
  };
}
