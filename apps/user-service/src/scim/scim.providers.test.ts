import {
  createTestApp,
  embeddedTestStores,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';
import { entra } from '../testing/entra-requests.js';
import { okta } from '../testing/okta-requests.js';

let test: TestStores;
let service: TestApp;
beforeAll(async () => {
  test = await embeddedTestStores();
  service = await createTestApp(test, { API_KEYS: 'key' });
});
afterAll(() => service.close());

describe.each([
  ['Microsoft Entra', entra],
  ['Okta', okta],
])('%s', (_name, steps) => {
  let id = 'nobody';
  beforeAll(() => test.emptyUnder('exact'));

  // One after another, each on what those before have left.
  it.each(steps.map((step) => [step.name, step] as const))('%s', async (_step, step) => {
    const reply = await service.app.inject({
      method: step.method,
      url: `/scim/v2${step.path.replace(':id', id)}`,
      headers: {
        authorization: 'Bearer key',
        'content-type': 'application/scim+json; charset=utf-8',
        ...step.headers,
      },
      ...(step.body && { payload: JSON.stringify(step.body) }),
    });
    expect(reply.statusCode).toBe(step.status);
    if (step.status === 204) return expect(reply.body).toBe('');
    expect(reply.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(reply.json()).toMatchObject(step.reply ?? {});
    if (step.status >= 400) return expect(reply.json().detail).toEqual(expect.any(String));
    if (step.status === 201) id = reply.json().id;
  });
});
