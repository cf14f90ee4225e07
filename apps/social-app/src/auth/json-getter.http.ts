import { readJson, type HttpClient } from '@triptych/http-client';
import { ProviderFault } from './auth.errors.js';
import type { GetJson } from './json-getter.port.js';

export function createJsonGetter(client: HttpClient): GetJson {
  return async (url, bearer) => {
    try {
      const response = await client.request({
        url,
        accept: 'application/json',
        deadline: 5_000,
        maxBytes: 512 * 1024,
        ...(bearer !== undefined && { headers: { authorization: `Bearer ${bearer}` } }),
      });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return readJson(response);
    } catch (cause) {
      throw new ProviderFault('provider_unreachable', cause);
    }
  };
}
