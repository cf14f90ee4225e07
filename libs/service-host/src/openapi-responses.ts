import type { DocumentedProblem } from './documented-problems.js';
import type { ErrorFormat } from './error-format.js';

/** `Problem` with the codes that are possible in its place. */
interface ProblemWithCodes {
  allOf?: [
    Reference,
    {
      type: 'object';
      required: ['code'];
      properties: { code: { type: 'string'; enum: string[] } };
    },
  ];
}

export interface Reference {
  $ref: string;
}

export interface Response {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: ProblemWithCodes | Reference }>;
}

/** A part that `Range` names has the media types of the whole; without a schema it would be JSON of any shape. */
export function typeParts({ 200: whole, 206: part }: Record<string, Response | Reference>): void {
  if (!whole || !part || '$ref' in whole || '$ref' in part || !whole.content) return;
  part.content = { ...whole.content };
}

/** Refused before a route is found, so that no route can give it another form. */
const codesOfRouter: ReadonlySet<string> = new Set(['bad_request', 'uri_too_long']);

/** A route may send another form of the same status as well, such as a page. */
export function addProblems(
  responses: Record<string, Response | Reference>,
  problems: readonly DocumentedProblem[],
  format: ErrorFormat | undefined,
): void {
  if (format === undefined) return addResponses(responses, toResponses(problems));
  const isOfRouter = ({ code }: DocumentedProblem) => codesOfRouter.has(code);
  const formatted = toResponses(problems.filter((problem) => !isOfRouter(problem)));
  const schema = { $ref: `#/components/schemas/${format.name}` };
  for (const response of Object.values(formatted)) {
    response.content = { [format.mediaType]: { schema } };
  }
  addResponses(responses, formatted);
  addResponses(responses, toResponses(problems.filter(isOfRouter)));
}

function addResponses(
  responses: Record<string, Response | Reference>,
  added: Record<string, Response>,
): void {
  for (const [status, response] of Object.entries(added)) {
    const own = responses[status];
    const content = own && !('$ref' in own) ? own.content : undefined;
    responses[status] = { ...response, content: { ...content, ...response.content } };
  }
}

/** One response for each status, with the codes that are possible there. */
function toResponses(problems: readonly DocumentedProblem[]): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const { status } of problems) {
    const same = problems.filter((each) => each.status === status);
    const codes = [...new Set(same.map(({ code }) => code))].sort();
    const description = [...new Set(same.map(({ detail }) => detail))].join(' ');
    const mayWait = status === 429 || status === 503;
    responses[status] = toResponse(description, codes, mayWait ? retryAfter : undefined);
  }
  return responses;
}

function toResponse(description: string, codes: readonly string[], headers?: object): Response {
  const properties = { code: { type: 'string' as const, enum: [...codes] } };
  const schema: ProblemWithCodes = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', required: ['code'], properties },
    ],
  };
  return {
    description,
    ...(headers && { headers: { ...headers } }),
    content: { 'application/problem+json': { schema } },
  };
}

/** The response `default` of every operation: what may come in place of its own. */
export const anyOperation = { $ref: '#/components/responses/AnyOperation' } as const;

export function toAnyOperation(codes: readonly string[]): Record<string, Response> {
  const description =
    'Whatever is asked for: 400 for a message that breaks HTTP, 408 for one that does not end, 417 for an unknown ' +
    '`Expect`, 431 for a header that is too long, 503 while too many replies wait for slow clients.';
  return { AnyOperation: toResponse(description, [...codes].sort(), retryAfter) };
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds after which another request makes sense, where that is known.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** draft-ietf-httpapi-ratelimit-headers */
export const quotaHeaders = {
  RateLimit: {
    description: 'What is left of the quota (`r`), and the seconds until all of it is back (`t`).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The quota (`q`) and its window in seconds (`w`).',
    schema: { type: 'string' },
  },
};

/** An address that the router refuses for its length never reaches the limit of requests. */
export function addQuotaHeaders(responses: Record<string, Response | Reference>): void {
  const references = Object.keys(quotaHeaders).map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  for (const [status, response] of Object.entries(responses)) {
    if (status === '414' || '$ref' in response) continue;
    response.headers = { ...response.headers, ...(Object.fromEntries(references) as object) };
  }
}

type Responses = Record<string, Response | Reference>;

/**
 * A problem with one code, such as 500, is the same on most operations; as most of them have it, it stands once, under the name
 * of its code.
 */
export function shareResponses(
  operations: readonly Responses[],
  shared: Record<string, Response>,
): void {
  const found = operations.flatMap((responses) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const name = sharedName(response);
      return name === null ? [] : [{ responses, status, name, text: JSON.stringify(response) }];
    }),
  );
  const counts = new Map<string, number>();
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = new Map<string, string>();
  for (const { name, text } of found)
    if (counts.get(text)! > (counts.get(most.get(name) ?? '') ?? 0)) most.set(name, text);
  for (const [name, text] of most) shared[name] = JSON.parse(text) as Response;
  for (const { responses, status, name, text } of found)
    if (text === most.get(name)) responses[status] = { $ref: `#/components/responses/${name}` };
}

/** Null for what has another form, or may have several codes. */
function sharedName(response: Response | Reference): string | null {
  const [code, ...others] = codesOf(response);
  if (code === undefined || others.length > 0) return null;
  return code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/** The codes of a response that is a problem and nothing else. */
function codesOf(response: Response | Reference): readonly string[] {
  if ('$ref' in response) return [];
  const { 'application/problem+json': problem, ...others } = response.content ?? {};
  if (Object.keys(others).length > 0) return [];
  return problem && !('$ref' in problem.schema)
    ? (problem.schema.allOf?.[1].properties.code.enum ?? [])
    : [];
}
