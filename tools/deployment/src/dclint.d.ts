// The package names a file of types that it does not contain.
declare module 'dclint' {
  interface LintMessage {
    readonly line: number;
    readonly rule: string;
    readonly message: string;
  }

  export class DCLinter {
    constructor(config: { readonly rules: Readonly<Record<string, 0 | 1 | 2>> });
    lintFiles(
      paths: readonly string[],
      recursive: boolean,
    ): { readonly messages: readonly LintMessage[] }[];
  }
}
