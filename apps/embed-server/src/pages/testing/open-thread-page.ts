import { load, type CheerioAPI } from 'cheerio';
import type { TestApp } from '../../testing/test-app.js';
import { faults } from './reading.js';

/** A sound page of the server, read. */
export async function openThreadPage({ app }: Pick<TestApp, 'app'>, url: string) {
  const reply = await app.inject(url);
  expect(reply.statusCode).toBe(200);
  const contentSecurityPolicy = String(reply.headers['content-security-policy']);
  expect(faults({ html: reply.body, contentSecurityPolicy })).toEqual([]);
  return { $: load(reply.body), html: reply.body };
}

/** Of each post, in the order of the page. */
export function textsOf($: CheerioAPI): string[] {
  return $('.thread > li > .post > .text')
    .toArray()
    .map((element) => $(element).text());
}
