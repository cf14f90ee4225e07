import type { Server } from '@triptych/service-host';
import type { InjectOptions } from 'fastify';
import { faultHeader, readOperations, type Operation, type ReplyRecord } from './contract.js';

/** What a valid request to an operation holds: credentials, and what its schemas want. */
export interface ValidRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
}

interface Provocation {
  readonly app: Server;
  readonly operation: Operation;
  readonly valid: ValidRequest;
}

/** Texts that break patterns, formats, enumerations, numbers and limits of length. */
const texts = ['x', '-1', '~', '\u{1F600}', 'x'.repeat(4000)];
const json = { 'content-type': 'application/json' };

/**
 * Provokes what service-host and Fastify refuse by themselves, wherever the document says that they do: broken and too
 * long addresses, bodies that are not JSON, too large, of another media type or shape, broken queries, faults, and last
 * the limit of requests. It asserts nothing: `compareReplies` tells what was not provoked.
 *
 * @param validRequest what each operation needs to get past its hooks
 * @param options.limits `false`: the limit of requests is left, which a high one makes thousands of requests for
 */
export async function provokePlatformReplies(
  app: Server,
  record: ReplyRecord,
  validRequest: (operation: Operation) => ValidRequest = () => ({}),
  { limits = true }: { readonly limits?: boolean } = {},
): Promise<void> {
  await app.ready();
  const operations = readOperations(app);
  // Requests that use up the limit of a client come after all that this client still has to ask.
  for (const limit of limits ? [false, true] : [false]) {
    for (const operation of operations) {
      for (const reply of operation.replies) {
        if (isLimit(reply) !== limit) continue;
        await provoke(reply, record, { app, operation, valid: validRequest(operation) });
      }
    }
  }
}

async function provoke(
  reply: string,
  { note, seen }: ReplyRecord,
  provocation: Provocation,
): Promise<void> {
  const { app, operation } = provocation;
  const [status = '', code] = reply.split(' ');
  for (const each of code === undefined ? (codesOfStatus[status] ?? []) : [code]) {
    for (const request of requestsFor(each, provocation)) {
      if (each === 'rate_limited') await useUpLimit(provocation);
      note(operation, await app.inject(request));
      if (seen.has(`${operation.id} ${reply}`)) return;
    }
  }
}

/** Of operations whose errors have a form without codes. */
const codesOfStatus: Readonly<Record<string, readonly string[]>> = {
  400: ['invalid_json', 'invalid_payload'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  429: ['rate_limited'],
  500: ['internal_error'],
};

function isLimit(reply: string): boolean {
  return reply === '429' || reply.endsWith(' rate_limited');
}

function requestsFor(code: string, provocation: Provocation): InjectOptions[] {
  switch (code) {
    case 'bad_request':
      return [toInject(provocation, { params: allParams(provocation, '%zz') })];
    case 'uri_too_long':
      return [toInject(provocation, { params: allParams(provocation, 'x'.repeat(5000)) })];
    case 'invalid_json':
      return [toInject(provocation, { payload: '{', headers: json })];
    case 'payload_too_large':
      return [
        toInject(provocation, { payload: '{}', headers: { ...json, 'content-length': '1e12' } }),
      ];
    case 'unsupported_media_type':
      return [toInject(provocation, { payload: '{}', headers: { 'content-type': 'nonsense' } })];
    case 'internal_error':
      return [toInject(provocation, { headers: { [faultHeader]: 'yes' } })];
    case 'database_unavailable':
      return [toInject(provocation, { headers: { [faultHeader]: 'ECONNREFUSED' } })];
    case 'rate_limited':
      // More than once: a machine under load may pause for as long as one request takes to be allowed again.
      return Array.from({ length: 5 }, () => ({
        ...toInject(provocation, {}),
        remoteAddress: limitedClient,
      }));
    case 'invalid_payload':
      return brokenShapes(provocation).map((request) => toInject(provocation, request));
    default:
      return [];
  }
}

export interface BrokenRequest extends ValidRequest {
  /** In place of the whole query. */
  readonly queryText?: string;
}

function brokenShapes({ operation, valid }: Provocation): BrokenRequest[] {
  const named = (place: string) => operation.parameters.filter((each) => each.in === place);
  const query = new URLSearchParams(valid.query).toString();
  return [
    ...['null', '[]', '0', '{}'].map((payload) => ({ payload, headers: json })),
    ...[{ queryText: '' }, { queryText: `${query}&unexpected=x` }],
    ...named('query').flatMap(({ name }) => [
      { queryText: `${name}=a&${name}=b` },
      ...texts.map((text) => ({ query: { [name]: text } })),
    ]),
    ...named('path').flatMap(({ name }) =>
      texts.map((text) => ({ params: { [name]: encodeURIComponent(text) } })),
    ),
    ...named('header').flatMap(({ name }) =>
      ['x', '~'].map((text) => ({ headers: { [name]: text } })),
    ),
  ];
}

const limitedClient = '203.0.113.1';

/** An address without a route counts as any other, and does nothing. */
async function useUpLimit(provocation: Provocation): Promise<void> {
  const { headers } = toInject(provocation, {});
  for (let sent = 0; sent < 10_000; sent += 1) {
    const request = { url: '/-no-such-route', headers, remoteAddress: limitedClient };
    if ((await provocation.app.inject(request as InjectOptions)).statusCode === 429) return;
  }
}

const allParams = ({ operation }: Provocation, value: string): Record<string, string> =>
  Object.fromEntries(
    operation.parameters.filter((each) => each.in === 'path').map(({ name }) => [name, value]),
  );

/** The valid request with what is broken in the place of what is valid. */
export function toInject(
  { operation, valid }: Pick<Provocation, 'operation' | 'valid'>,
  broken: BrokenRequest,
): InjectOptions {
  const params: Record<string, string> = { ...valid.params, ...broken.params };
  const path = operation.path.replace(/\{([^}]+)\}/g, (_all, name: string) => params[name] ?? 'x');
  const query = new URLSearchParams({ ...valid.query, ...broken.query }).toString();
  const search = broken.queryText ?? query;
  const payload = broken.payload ?? valid.payload;
  return {
    method: operation.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: { ...valid.headers, ...broken.headers },
    ...(payload === undefined || operation.method === 'GET'
      ? {}
      : { payload: payload as string | object }),
  };
}
