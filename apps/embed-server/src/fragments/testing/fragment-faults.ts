import { load, type CheerioAPI } from 'cheerio';
import { nameless } from '../../pages/testing/nameless.js';

export const publicUrl = 'https://embeds.example';

/** The fragment as a parser without shadow roots sees it: a template's content is its children. */
export function readFragment(html: string): CheerioAPI {
  return load(html, null, false);
}

const loading = ['src', 'srcset', 'poster', 'data', 'background', 'action', 'formaction', 'ping'];

const known = [
  'article,header,footer,section,div,span,bdi,details,summary,a,img,svg,path,time,progress',
  'p,br,del,s,pre,blockquote,code,b,strong,u,i,em,ul,ol,li,ruby,rt,rp,sub,sup,small',
].join(',');

/** What no fragment may hold, whatever the data was; an empty list is a sound one. */
export function fragmentFaults(html: string, base = publicUrl): string[] {
  const $ = readFragment(html);
  const found: string[] = [];
  const roots = $.root().contents().toArray();
  if (roots.length !== 1 || !$(roots[0]).is('div.embed-fragment')) found.push('another root');
  const children = $('.embed-fragment').contents().toArray();
  const names = children.map((one) => ('tagName' in one ? one.tagName : one.type));
  if (names.join() !== 'template,blockquote') found.push(`children ${names.join()}`);
  if ($('template').length !== 1 || $('template').attr('shadowrootmode') !== 'open')
    found.push('another template');
  const links = $('link').toArray();
  if (links.length !== 1 || !$(links[0]).attr('href')?.startsWith(`${base}/fragment.css?v=`))
    found.push('another sheet');
  for (const element of $('*').toArray() as { attribs: Record<string, string> }[]) {
    for (const [name, value] of Object.entries(element.attribs)) {
      if (/^on|^style$|^data-(?!theme$)|^id$|^slot$/i.test(name)) found.push(`attribute ${name}`);
      if (name === 'href' && !/^https?:\/\//.test(value)) found.push(`href ${value}`);
      if (loading.includes(name) && !value.startsWith(`${base}/`)) found.push(`${name} ${value}`);
    }
  }
  const content = load($('template').html() ?? '', null, false);
  const isShown = content('*').not('link').toArray();
  const aliens = [...isShown, ...$('blockquote, blockquote *').toArray()].filter(
    (one) => !$(one).is(known),
  );
  return [
    ...found,
    ...nameless($),
    ...nameless(content),
    ...aliens.map((one) => `element ${'tagName' in one ? one.tagName : ''}`),
  ];
}
