import type { SignedInUser } from './signed-in-user.js';
import type { TestApp } from './test-app.js';

export const uploadsPath = '/api/attachments/uploads';
export const offsetType = 'application/offset+octet-stream';
type Headers = Record<string, string>;
type Method = 'POST' | 'PATCH' | 'HEAD' | 'DELETE' | 'OPTIONS';

/** The requests of tus, each as the protocol has it unless a test says otherwise. */
export function tusCalls(world: () => TestApp) {
  async function call(
    user: SignedInUser | null,
    method: Method,
    url: string,
    headers: Headers = {},
    payload?: Buffer,
  ) {
    const reply = await world().app.inject({
      method,
      url,
      headers: { 'tus-resumable': '1.0.0', ...(user && { cookie: user.cookie }), ...headers },
      ...(payload && { payload }),
    });
    const { statusCode: status } = reply;
    const body = reply.body === '' ? {} : (JSON.parse(reply.body) as Record<string, unknown>);
    return { status, body, headers: reply.headers as Headers };
  }

  const begin = (user: SignedInUser, length: number, headers: Headers = {}) =>
    call(user, 'POST', uploadsPath, { 'upload-length': String(length), ...headers });

  return {
    call,
    begin,
    /** Somebody new, who has begun an upload. */
    begun: async (length: number, headers: Headers = {}) => {
      const alice = await world().join();
      const { status, headers: got } = await begin(alice, length, headers);
      if (status !== 201) throw new Error(`an upload was not begun: ${status}`);
      return { alice, url: got['location']! };
    },
    patch: (user: SignedInUser | null, url: string, offset: number | string, bytes: Buffer) =>
      call(
        user,
        'PATCH',
        url,
        { 'upload-offset': String(offset), 'content-type': offsetType },
        bytes,
      ),
    complete: (user: SignedInUser | null, url: string) => call(user, 'POST', `${url}/complete`),
    offsetOf: async (user: SignedInUser, url: string) =>
      Number((await call(user, 'HEAD', url)).headers['upload-offset']),
    bytesOf: async (user: SignedInUser, id: unknown): Promise<Buffer> => {
      const url = `/api/attachments/${String(id)}`;
      return (await world().app.inject({ url, headers: { cookie: user.cookie } })).rawPayload;
    },
  };
}
