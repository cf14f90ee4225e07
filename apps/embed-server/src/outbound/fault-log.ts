import { createSampler, reasonOfCause } from '@triptych/logging';
import { ServiceError, type ErrorKind } from '@triptych/schemas';
import { currentScope } from '../http/request-scope.js';

// What the log says of faults of other servers. Guarantees: a fault is one line, whether a reply fails of it or does without; a
// host that is down costs one line a minute for each code, and all hosts of one kind of upstream together `mostLines`, however
// many a page names, so that those which visitors name hide none of the others; a line holds the host, and nothing of what was
// asked of it or what it sent (ADR 0026).

/** The part of a logger that is used. */
export interface WarningLog {
  warn(facts: object, message: string): void;
}

/** Logs an error as a fault of another server, if it is one that no line tells of yet. */
export type LogFault = (error: unknown, upstream?: string) => void;

/** Lines a minute for each kind of upstream. */
const mostLines = 60;

const kindsOfOthers: ReadonlySet<string> = new Set<ErrorKind>(['bad-upstream', 'busy', 'timeout']);

export function createFaultLog(log: WarningLog): LogFault {
  const sampleOf = rememberSamplers();
  const sampleAll = createSampler(mostLines);
  return (error, upstream) => {
    if (!(error instanceof ServiceError) || !kindsOfOthers.has(error.kind) || error.isLogged)
      return;
    error.isLogged = true;
    const { code, host, cause } = error;
    const suppressed = sampleOf(host ?? '')(code);
    if (suppressed === null) return;
    const others = sampleAll(upstream ?? 'none');
    if (others === null) return;
    const counts = { ...(suppressed > 0 && { suppressed }), ...(others > 0 && { others }) };
    const requestId = currentScope()?.requestId;
    const facts = { upstream, host, code, reason: reasonOfCause(cause), requestId, ...counts };
    log.warn(facts, 'another server failed');
  };
}

const hostsKept = 1000;

/** A sampler for each host; those are without number, so the one that failed longest ago is forgotten. */
function rememberSamplers() {
  const samplers = new Map<string, ReturnType<typeof createSampler>>();
  return (host: string) => {
    const sampler = samplers.get(host) ?? createSampler(1);
    samplers.delete(host);
    samplers.set(host, sampler);
    const [first] = samplers.keys();
    if (samplers.size > hostsKept && first !== undefined) samplers.delete(first);
    return sampler;
  };
}
