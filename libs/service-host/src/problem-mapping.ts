import { STATUS_CODES } from 'node:http';
import {
  ServiceError,
  type ErrorKind,
  type Fault,
  type Problem,
  type ProblemClass,
} from '@triptych/schemas';
import type { FastifyError } from 'fastify';
import { type BodyFacts, mediaTypeDetail } from './unsupported-bodies.js';

/** The one place that knows which status a kind of error is. */
export const statusOfKind = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media': 415,
  'range-not-satisfiable': 416,
  gone: 410,
  unprocessable: 422,
  'rate-limited': 429,
  internal: 500,
  'not-implemented': 501,
  'bad-upstream': 502,
  busy: 503,
  overloaded: 503,
  timeout: 504,
} as const satisfies Record<ErrorKind, number>;

/** Problems that the server sends by itself, by code. Fastify's own messages echo URLs, so the sentences are ours. */
export const platformProblems = {
  bad_request: { status: 400, detail: 'The request cannot be understood.' },
  not_found: { status: 404, detail: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, detail: 'This method is not served here.' },
  precondition_failed: {
    status: 412,
    detail: 'What If-Match or If-Unmodified-Since names is not what there is.',
  },
  request_timeout: { status: 408, detail: 'The request did not arrive in time.' },
  payload_too_large: { status: 413, detail: 'The body is larger than this service takes.' },
  uri_too_long: { status: 414, detail: 'The address is longer than this service takes.' },
  unsupported_media_type: { status: 415, detail: 'The body must be application/json.' },
  range_not_satisfiable: { status: 416, detail: 'The range lies outside of what there is.' },
  expectation_failed: {
    status: 417,
    detail: 'The service meets no other expectation than 100-continue.',
  },
  rate_limited: { status: 429, detail: 'Too many requests; try again later.' },
  header_fields_too_large: {
    status: 431,
    detail: 'The header is longer than this service takes.',
  },
} as const;

const codeOfStatus = new Map<number, keyof typeof platformProblems>(
  Object.entries(platformProblems).map(([code, { status }]) => [
    status,
    code as keyof typeof platformProblems,
  ]),
);

export const jsonFault = 'The body is not JSON.';
export const shapeFaults = {
  body: 'The body does not have the documented shape.',
  params: 'The path does not have the documented shape.',
  querystring: 'The query does not have the documented shape.',
  headers: 'A header does not have the documented shape.',
} as const;

export interface ProblemReply {
  readonly problem: Problem;
  readonly retryAfter?: number | undefined;
  /** Of a range that lies outside: how much there is. */
  readonly contentRange?: string | undefined;
}

export interface ProblemOptions {
  /** Status of a reply to a body that is not JSON, or breaks its schema: 400, or 422 where documented. */
  readonly invalidBodyStatus: 400 | 422;
  /** What any handler may throw, and of which errors of libraries it is made: documented on every operation. */
  readonly everywhere?: TranslatedProblem | undefined;
}

/** A problem that is made of another error. */
export interface TranslatedProblem {
  readonly problem: ProblemClass;
  /** Undefined: it is another kind of error. */
  readonly translate: (thrown: unknown) => ServiceError | undefined;
}

const jsonErrors = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

function isJsonFault(error: FastifyError): boolean {
  // secure-json-parse throws a SyntaxError of its own on __proto__ and constructor keys.
  return jsonErrors.has(error.code) || (error instanceof SyntaxError && error.statusCode === 400);
}

interface ProblemFacts extends Pick<Problem, 'status' | 'code' | 'detail'> {
  readonly errors?: Fault[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly contentRange?: string | undefined;
}

/** Any thrown value as an RFC 9457 problem. A 5xx never carries an inner word. */
export function toProblem(
  thrown: unknown,
  requestId: string,
  options: ProblemOptions,
  route: BodyFacts = {},
): ProblemReply {
  const { status, code, detail, errors, ...headers } = factsOf(thrown, options, route);
  const title = STATUS_CODES[status] ?? 'Error';
  // JSON leaves out what is undefined.
  const problem = { type: 'about:blank', title, status, detail, code, requestId, errors };
  return { problem, ...headers };
}

function factsOf(
  thrown: unknown,
  { invalidBodyStatus }: ProblemOptions,
  route: BodyFacts,
): ProblemFacts {
  if (thrown instanceof ServiceError) {
    const { kind, code, message: detail, faults, retryAfter } = thrown;
    const errors = faults && [...faults];
    return { status: statusOfKind[kind], code, detail, errors, retryAfter };
  }
  const error = thrown as FastifyError | null | undefined;
  if (error?.validation) {
    const { validation, validationContext: part = 'body' } = error;
    const status = part === 'body' ? invalidBodyStatus : 400;
    const errors = validationFaults(validation);
    return { status, code: 'invalid_payload', detail: shapeFaults[part], errors };
  }
  if (error && isJsonFault(error)) {
    return { status: invalidBodyStatus, code: 'invalid_json', detail: jsonFault };
  }
  const code = codeOfFault(error);
  if (code === null) return { status: 500, code: 'internal_error' };
  if (code === 'unsupported_media_type')
    return { status: 415, code, detail: mediaTypeDetail(route) };
  const { headers = {} } = error as { headers?: Readonly<Record<string, string>> };
  const contentRange = code === 'range_not_satisfiable' ? headers['Content-Range'] : undefined;
  return { code, ...platformProblems[code], contentRange };
}

/** What Fastify and its plugins throw has a status; `null` for a fault of the service. */
function codeOfFault(error: FastifyError | null | undefined): keyof typeof platformProblems | null {
  const status = error?.statusCode ?? 500;
  // @fastify/static refuses spellings of a path that lead elsewhere than they seem to: nothing is there.
  if (error?.code === 'FST_STATIC_FORBIDDEN_PATH') return 'not_found';
  if (status < 400 || status >= 500) return null;
  return codeOfStatus.get(status) ?? 'bad_request';
}

/** What TypeBox reports of a value that breaks its schema. */
export interface SchemaBreach {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params?: unknown;
}

/** Faults as problems list them: one for each place; a missing member has a pointer of its own. */
export function validationFaults(breaches: readonly SchemaBreach[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { instancePath, message, params } of breaches) {
    const { requiredProperties } = (params ?? {}) as { requiredProperties?: string[] };
    const pointers = requiredProperties?.map((name) => `${instancePath}/${name}`);
    for (const pointer of pointers ?? [instancePath]) {
      const detail = pointers ? 'must be given' : (message ?? 'is not valid');
      if (!faults.has(pointer)) faults.set(pointer, { pointer, detail });
    }
  }
  return [...faults.values()];
}
