import { createTestApp, embeddedTestStores, type TestApp, type TestStores } from './test-app.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
export type Reply = Awaited<ReturnType<TestApp['find']>>;

/** Of what tests read of a resource, as far as they name it. */
interface Resource {
  readonly schemas: string[];
  readonly id: string;
  readonly externalId?: string;
  readonly displayName: string;
  readonly name: object;
  readonly meta: { readonly version: string };
}

const authorization = 'Bearer key';

/** Requests of a provider that has the key of the service. */
export function scimClientOf(service: () => TestApp) {
  const send = (
    method: Method,
    path: string,
    payload?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> =>
    service().app.inject({
      ...{ method, url: `/scim/v2${path}` },
      headers: { authorization, 'content-type': 'application/scim+json', ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    });
  return {
    send,
    /** The resource that a POST has made. */
    create: async (more: object = {}) => {
      const reply = await send('POST', '/Users', { userName: 'ann@example.org', ...more });
      return reply.json<Resource>();
    },
    patch: (id: string, ...Operations: unknown[]) => send('PATCH', `/Users/${id}`, { Operations }),
    search: (filter: string) => send('GET', `/Users?filter=${encodeURIComponent(filter)}`),
    /** Without SCIM, by the same key. */
    manage: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      service().app.inject({
        ...{ method, url, headers: { authorization } },
        ...(payload && { payload }),
      }),
  };
}

/** A service with keys, emptied before each test of the file. */
export function useScimService() {
  let test: TestStores;
  let service: TestApp;
  beforeAll(async () => {
    test = await embeddedTestStores();
    service = await createTestApp(test, { API_KEYS: 'key' });
  });
  beforeEach(() => test.emptyUnder('exact'));
  afterAll(() => service.close());
  return { ...scimClientOf(() => service), stores: () => test, service: () => service };
}

/** Fails unless the reply is an error of RFC 7644. */
export function expectError(reply: Reply, status: number, scimType?: string): void {
  expect(reply.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  expect(reply.json()).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: expect.any(String),
  });
  expect(reply.statusCode).toBe(status);
}
