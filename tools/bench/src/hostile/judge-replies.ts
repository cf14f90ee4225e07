import type { HostileUpstreams } from './upstream-process.js';

export interface HostileReply {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const directives =
  /^(default|script|style|img|media|frame|connect|font)-src$|^frame-ancestors$|^(base-uri|form-action)$|^sandbox$/;
const policySource =
  /^('none'|'self'|\*|'sha256-[\w+/=]+'|https?:\/\/[a-z0-9.-]+(:\d+)?|https?:\/\/\[[0-9a-f:]+\](:\d+)?)$/;
const rasterTypes = /^image\/(png|jpeg|gif|webp|avif)$/;
const xmlForbids = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** Of an address only the host is a claim: a path is the host's own. */
const hostOf = (address: string) => /^[a-z]+:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';

/** What is wrong with a reply of the server, in words; nothing else depends on what the upstream sent. */
export function faultsOf(
  reply: HostileReply,
  upstreams: HostileUpstreams,
  pageBytes: number,
): string[] {
  const { status, headers, body } = reply;
  const type = String(headers['content-type'] ?? '');
  if (status >= 500 && ![502, 503, 504].includes(status)) return [`own ${status}`];
  if (status >= 400) return faultsOfProblem(type, body);
  if (status !== 200) return [`status ${status}`];
  const faults = headers['x-content-type-options'] === 'nosniff' ? [] : ['no nosniff'];
  if (type.startsWith('image/')) return [...faults, ...(rasterTypes.test(type) ? [] : [type])];
  if (body.length > pageBytes) faults.push(`${body.length} bytes`);
  const text = body.toString();
  const victims = [upstreams.victim.replace('http://', ''), 'victim.example'];
  if (type.startsWith('text/html')) {
    faults.push(...faultsOfPolicy(String(headers['content-security-policy'] ?? '')));
    faults.push(...faultsOfPage(text, victims));
  } else if (reply.path.startsWith('/oembed')) faults.push(...faultsOfOembed(text, type, victims));
  else if (!isJson(text)) faults.push('no JSON');
  return faults;
}

function faultsOfProblem(type: string, body: Buffer): string[] {
  if (!type.startsWith('application/problem+json')) return [`an error as ${type}`];
  return isJson(body.toString()) ? [] : ['a problem that is no JSON'];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function faultsOfPolicy(policy: string): string[] {
  if (policy === '') return ['no policy'];
  const faults = policy.includes(',') ? ['a comma divides the policy'] : [];
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (!directives.test(name)) faults.push(`directive ${name}`);
    const odd = sources.find((source) => !policySource.test(source));
    if (odd !== undefined) faults.push(`${name} ${odd}`);
  }
  return faults;
}

const tagPattern = /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/gi;
// Links open tabs, and a gallery says once where its pictures are: below a path of our own.
const ownBase =
  /^<html[^>]*><head><meta charset="utf-8"\/?><base( href="\/(?!\/)[^"\\]*")? target="_blank"\/?>/;
const attributePattern = /([^\s"=]+)(?:="([^"]*)")?/g;
const forbiddenTag = /^(iframe|object|embed|form|applet|frame|frameset)$/i;

/** Active content, and claims in the name of a host that said nothing. The page is printed by a renderer that quotes all attributes. */
function faultsOfPage(text: string, victims: readonly string[]): string[] {
  const markup = text
    .replace(/<(style|script)>[^<]*<\/\1>/, '')
    .replace(/<script>[^<]*<\/script>/, '');
  const bases = markup.match(/<base\b/gi) ?? [];
  const isSound = bases.length === 1 && ownBase.test(markup.replace('<!doctype html>', ''));
  const faults = bases.length === 0 || isSound ? [] : ['<base>'];
  for (const [, , name = '', inner = ''] of markup.matchAll(tagPattern)) {
    if (name === 'script' || forbiddenTag.test(name)) faults.push(`<${name}>`);
    for (const [, attribute = '', value = ''] of inner.matchAll(attributePattern)) {
      if (/^(on|http-equiv|srcdoc|ping)/i.test(attribute)) faults.push(`attribute ${attribute}`);
      const isAddress = /^(href|src|action)$/i.test(attribute);
      if (isAddress && /^\s*(javascript|data|vbscript):/i.test(value))
        faults.push(value.slice(0, 40));
    }
  }
  const claims = claimsOf(markup);
  const named = victims.find((victim) => claims.includes(victim));
  if (named !== undefined) faults.push(`claims to be of ${named}`);
  return faults;
}

// Canonical address, title, heading, names of articles, authors and footers: where a page says whose words it shows.
const claimPatterns = [
  /<link rel="canonical" href="[^"]*"/g,
  /<title>[^<]*/g,
  /<h1[^>]*>[^<]*/g,
  /<article[^>]*>/g,
  /<header class="author">.*?<\/header>/gs,
  /<footer[^>]*>.*?<\/footer>/gs,
  /<a[^>]*class="source"[^>]*>[^<]*/g,
];

function claimsOf(markup: string): string {
  const own = markup
    .replace(/ src="[^"]*"/g, '')
    .replace(/ href="([^"]*)"/g, (_, address: string) => ` href="${hostOf(address)}"`);
  return claimPatterns.flatMap((pattern) => own.match(pattern) ?? []).join('\n');
}

function faultsOfOembed(text: string, type: string, victims: readonly string[]): string[] {
  if (type.includes('xml')) return xmlForbids.test(text) ? ['a character that XML forbids'] : [];
  if (!isJson(text)) return ['no JSON'];
  const reply = JSON.parse(text) as Record<string, unknown>;
  const faults = ['width', 'height'].flatMap((side) => {
    const value = reply[side];
    return typeof value === 'number' && value > 0 ? [] : [`${side} ${String(value)}`];
  });
  for (const key of ['author_name', 'author_url', 'provider_name', 'provider_url', 'title']) {
    const value = JSON.stringify(reply[key] ?? '').slice(1, -1);
    const claim = key.endsWith('_url') ? hostOf(value) : value;
    if (victims.some((victim) => claim.includes(victim)))
      faults.push(`${key} ${value.slice(0, 80)}`);
  }
  return faults;
}
