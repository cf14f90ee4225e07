import { request, type Dispatcher } from 'undici';

/** Where the users are, and the key that opens its management routes. */
export interface Service {
  /** As in `http://localhost:8080`. */
  readonly url: string;
  readonly apiKey: string;
}

/** The service did not take the request; the message is what it says of it. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The transfer ended before its end. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'body' | 'query'>;

/** @throws Refused for any answer but 200 */
export async function ask({ url, apiKey }: Service, path: string, options: Options) {
  const base = url.endsWith('/') ? url : `${url}/`;
  const { statusCode, body } = await request(new URL(`./${path}`, base), {
    ...options,
    headers: { authorization: `Bearer ${apiKey}` },
  });
  if (statusCode !== 200) throw new Refused(`${statusCode}: ${await reasonOf(body)}`);
  return body;
}

async function reasonOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const text = await body.text();
  try {
    return String((JSON.parse(text) as { detail?: string }).detail ?? text);
  } catch {
    return text.slice(0, 200);
  }
}
