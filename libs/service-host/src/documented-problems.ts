import type { RouteOptions } from 'fastify';
import { BodyEncoded, mediaTypeDetail } from './unsupported-bodies.js';
import { isBreakable } from './validator.js';
import {
  jsonFault,
  platformProblems,
  shapeFaults,
  statusOfKind,
  type ProblemOptions,
} from './problem-mapping.js';
import { readRouteFacts } from './route-facts.js';

/** An error response that an operation can send. */
export interface DocumentedProblem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

export interface ContractSettings extends ProblemOptions {
  /** Whether the limit of requests is on. */
  readonly limited: boolean;
}

/** Comes where no operation is, or from files. */
export const codesOfNoOperation = [
  'not_found',
  'method_not_allowed',
  'precondition_failed',
  'range_not_satisfiable',
] as const;

/** May come in place of any operation's reply: its message breaks HTTP, it does not end, or too many replies wait. */
export const codesOfAnyOperation = [
  'bad_request',
  'request_timeout',
  'expectation_failed',
  'header_fields_too_large',
  'server_busy',
] as const;

const parsedMethods = ['DELETE', 'PATCH', 'POST', 'PUT'];

/**
 * Every error response of a route: what its use case and its hooks throw, and what Fastify refuses by itself, as far as
 * a request to this very route can provoke it.
 */
export function documentedProblems(
  route: RouteOptions,
  settings: ContractSettings,
): DocumentedProblem[] {
  const { errors, streamsBody } = readRouteFacts(route);
  const { faultsAre500 = false } = route.config ?? {};
  const everywhere = settings.everywhere && !faultsAre500 ? [settings.everywhere.problem] : [];
  const thrown = [...errors, ...everywhere].map(({ kind, code, detail }) => ({
    status: statusOfKind[kind],
    code,
    detail,
  }));
  return [
    ...problemsOfPath(route),
    ...problemsOfShape(route, settings),
    ...problemsOfBody(route, settings, streamsBody),
    ...thrown,
    ...(settings.limited ? [platform('rate_limited')] : []),
    { status: 500, code: 'internal_error', detail: 'The service failed.' },
  ];
}

function platform(code: keyof typeof platformProblems): DocumentedProblem {
  return { code, ...platformProblems[code] };
}

/** A parameter may hold a broken escape, or more characters than the router takes. */
function problemsOfPath({ url }: RouteOptions): DocumentedProblem[] {
  const hasParameter = /[:*]/.test(url.replaceAll('::', ''));
  return hasParameter ? [platform('bad_request'), platform('uri_too_long')] : [];
}

function problemsOfShape(
  { schema = {}, attachValidation = false }: RouteOptions,
  { invalidBodyStatus }: ContractSettings,
): DocumentedProblem[] {
  // Its handler is called all the same, and judges the shape.
  if (attachValidation) return [];
  const parts = ['params', 'querystring', 'headers', 'body'] as const;
  return parts
    .filter((part) => schema[part] && isBreakable(schema[part], part))
    .map((part) => ({
      status: part === 'body' ? invalidBodyStatus : 400,
      code: 'invalid_payload',
      detail: shapeFaults[part],
    }));
}

/** Fastify parses the body of these methods even where a route has no schema for it. */
function problemsOfBody(
  { method, ...route }: RouteOptions,
  { invalidBodyStatus: status }: ContractSettings,
  streamsBody: boolean,
): DocumentedProblem[] {
  if (![method].flat().some((each) => parsedMethods.includes(each))) return [];
  const type = platform('unsupported_media_type');
  const unsupported = [mediaTypeDetail(route), BodyEncoded.detail].map((detail) => ({
    ...type,
    detail,
  }));
  if (streamsBody) return unsupported;
  return [
    { status, code: 'invalid_json', detail: jsonFault },
    platform('payload_too_large'),
    ...unsupported,
  ];
}
