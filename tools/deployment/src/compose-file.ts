import { parse } from 'yaml';
import { readText } from './repository.js';

/** The part of a service of docker/compose.yaml that is looked at here. */
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
}

export function readCompose(): ComposeFile {
  return parse(readText('docker/compose.yaml'), { merge: true }) as ComposeFile;
}
