import { DependencyFault } from './dependency-faults.js';

/**
 * Why another server failed, of what an error was made of: a code, or our own words. The messages of other errors quote what
 * the other server sent.
 */
export function reasonOfCause(cause: unknown): string | undefined {
  if (cause instanceof DependencyFault) return cause.code ?? cause.reason;
  const { code, name, message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof code === 'string') return code;
  return name === 'Error' ? message : name;
}
