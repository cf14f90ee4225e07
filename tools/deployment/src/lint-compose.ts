import { DCLinter } from 'dclint';

export interface Finding {
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** What the compose linter has to say about the file at `path`. */
export function lintCompose(path: string): Finding[] {
  return new DCLinter({ rules })
    .lintFiles([path], false)
    .flatMap(({ messages }) =>
      messages.map(({ line, rule, message }) => ({ line, rule, message })),
    );
}

const rules = {
  // Order is told by what belongs together; the gateway's ports are meant for everyone.
  'services-alphabetical-order': 0,
  'service-keys-order': 0,
  'service-dependencies-alphabetical-order': 0,
  'service-ports-alphabetical-order': 0,
  'top-level-properties-order': 0,
  'no-unbound-port-interfaces': 0,
  'require-quotes-in-ports': 1,
  // A build names what a build makes, an image what to pull instead.
  'no-build-and-image': 0,
} as const;
