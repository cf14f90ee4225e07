import { createHash } from 'node:crypto';
import { load, type CheerioAPI } from 'cheerio';
import type { Page } from '../page.js';
import { nameless } from './nameless.js';

/** The page as a browser's parser sees it. */
export function read(page: Page): CheerioAPI {
  return load(page.html);
}

/** Text as a reader sees it, with runs of white space as one. */
export function words($: CheerioAPI, selector: string): string {
  return $(selector).text().replace(/\s+/g, ' ').trim();
}

/** The path of a picture of this server, as a browser resolves it. */
export function pathOf($: CheerioAPI, address: string | undefined): string {
  const origin = 'https://own.example';
  const base = new URL($('base').attr('href') ?? '/', origin);
  return new URL(address ?? 'about:none', base).href.replace(origin, '');
}

const loading = [
  'src',
  'srcset',
  'poster',
  'data',
  'background',
  'action',
  'formaction',
  'ping',
  'style',
];

/** What no page may hold, whatever the data was; an empty list is a sound page. */
export function faults(page: Page): string[] {
  const $ = read(page);
  const found: string[] = [];
  const base = $('base[href]').attr('href');
  const isOwn = (value: string) =>
    /^\/[^/\\]/.test(value) || (base !== undefined && picture.test(value));
  if (base !== undefined && !/^\/[^/\\].*\/$/.test(base)) found.push(`base ${base}`);
  if ($('base').length !== 1 || $('head > :nth-child(-n + 2)').filter('base').length !== 1)
    found.push('another base, or one that comes late');
  for (const element of $('*').toArray() as { attribs: Record<string, string> }[]) {
    for (const [name, value] of Object.entries(element.attribs)) {
      if (/^on/i.test(name)) found.push(`event handler ${name}`);
      if (name === 'href' && !/^(https?:\/\/|\/)/.test(value) && !isOwn(value))
        found.push(`href ${value}`);
      if (loading.includes(name) && !isOwn(value)) found.push(`${name} ${value}`);
      if (name === 'data-source' && !/^https?:\/\//.test(value)) found.push(`source ${value}`);
    }
  }
  const alien = $('body *')
    .not(known)
    .toArray()
    .map((element) => element.tagName);
  if ($('script').length !== 1 || $('style').length !== 1) found.push('another script or style');
  if (!page.contentSecurityPolicy.includes(hashOf($('script').text()))) found.push('script hash');
  if (!page.contentSecurityPolicy.includes(hashOf($('style').text()))) found.push('style hash');
  return [...found, ...nameless($), ...alien.map((name) => `element ${name}`)];
}

/** Below the base of a page that has one. */
const picture = /^(quoted\/)?(profile-image|link-image|images\/\d+|emojis\/[\w%.+-]+)$/;

const known = [
  'main,article,header,footer,section,div,span,bdi,details,summary,a,img,svg,path,time,progress,script,h1',
  'p,br,del,s,pre,blockquote,code,b,strong,u,i,em,ul,ol,li,ruby,rt,rp,sub,sup,small',
].join(',');

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
