import type { Client as FetchClient } from 'openapi-fetch';
import type { Client as SdkClient } from '../generated/social-app/client/index.js';
import * as sdk from '../generated/social-app/sdk.gen.js';
import type { paths } from '../generated/social-app.paths.js';

const version = { 'tus-resumable': '1.0.0' } as const;
const length = { ...version, 'upload-length': '5' } as const;
const offset = { ...version, 'upload-offset': '0' } as const;
const type = { 'content-type': 'application/offset+octet-stream' } as const;

const idOf = (response: Response | undefined) =>
  response?.headers.get('location')?.split('/').at(-1) ?? '';

/** An upload that is completed and its file discarded, and one that is ended, by the client of openapi-fetch. */
export async function uploadByPaths(client: FetchClient<paths>): Promise<void> {
  const begin = async () =>
    idOf((await client.POST('/api/attachments/uploads', { params: { header: length } })).response);
  const path = { id: await begin() };
  await client.PATCH('/api/attachments/uploads/{id}', {
    params: { path, header: offset },
    body: 'bytes',
    bodySerializer: (bytes) => bytes,
    headers: type,
  });
  await client.HEAD('/api/attachments/uploads/{id}', { params: { path, header: version } });
  const whole = { params: { path } };
  const { data: file } = await client.POST('/api/attachments/uploads/{id}/complete', whole);
  const kept = { params: { path: { id: file?.id ?? '' } } };
  await client.DELETE('/api/attachments/{id}', kept);
  const other = { path: { id: await begin() }, header: version };
  await client.DELETE('/api/attachments/uploads/{id}', { params: other });
}

/** The same by the client of @hey-api/openapi-ts. */
export async function uploadBySdk(client: SdkClient): Promise<void> {
  const begin = async () => idOf((await sdk.beginUpload({ client, headers: length })).response);
  const path = { id: await begin() };
  const body = new Blob(['bytes']);
  await sdk.continueUpload({ client, path, headers: { ...offset, ...type }, body });
  await sdk.askUpload({ client, path, headers: version });
  const { data: file } = await sdk.completeUpload({ client, path });
  await sdk.discardAttachment({ client, path: { id: file?.id ?? '' } });
  await sdk.endUpload({ client, path: { id: await begin() }, headers: version });
}
