import { DCLinter } from 'dclint';
import { parse } from 'yaml';
import { readText } from './repository.js';

/** The fields of a service of docker/compose.yaml that the tests read. */
export interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly secrets?: readonly string[];
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

export function readCompose(): ComposeFile {
  return parse(readText('docker/compose.yaml'), { merge: true }) as ComposeFile;
}

const rules = {
  // Services and keys are grouped by what belongs together. The ports of the gateway are for everyone.
  'services-alphabetical-order': 0,
  'service-keys-order': 0,
  'service-dependencies-alphabetical-order': 0,
  'service-ports-alphabetical-order': 0,
  'top-level-properties-order': 0,
  'no-unbound-port-interfaces': 0,
  'require-quotes-in-ports': 1,
  // `build` is for images made here, `image` names what is pulled instead.
  'no-build-and-image': 0,
} as const;

/** The findings of the compose linter for the file at `path`. */
export function lintCompose(path: string) {
  return new DCLinter({ rules })
    .lintFiles([path], false)
    .flatMap(({ messages }) =>
      messages.map(({ line, rule, message }) => ({ line, rule, message })),
    );
}
