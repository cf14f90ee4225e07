import type { CheerioAPI } from 'cheerio';

// Neither seen nor heard.
const silent = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

/** Links that nobody can tell by a name, and pictures whose description is blank. */
export function nameless($: CheerioAPI): string[] {
  const links = $('a').toArray();
  const described = $('img').toArray();
  return [
    ...links.filter((one) => silent.test(nameOf($, one))).map((one) => `no name ${$.html(one)}`),
    ...described.filter((one) => isBlank($(one).attr('alt'))).map((one) => `blank ${$.html(one)}`),
  ];
}

function nameOf($: CheerioAPI, link: Parameters<CheerioAPI>[0]): string {
  const own = $(link).attr('aria-label');
  const pictures = $(link).find('img').toArray();
  return own ?? $(link).text() + pictures.map((one) => $(one).attr('alt')).join('');
}

/** Without any it is for show; a blank one is read as the name of its file. */
function isBlank(alt = ''): boolean {
  return alt !== '' && silent.test(alt);
}
