import { codeOf, EmbedError } from './embed-error.js';

export interface EmbedOptions {
  /** Where the embed server is, as this program reaches it: `https://embeds.example`. */
  readonly baseUrl: string;
  /** Instead of the colours that the site is in. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** Of dates and words around the content: `de`. */
  readonly lang?: string | undefined;
  /** Of a post: with its author's own posts around it. */
  readonly thread?: boolean | undefined;
  /** For the whole call; 10 000 unless told. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What oEmbed says of it (oembed.com); the size is that of a frame. */
export interface EmbedFacts {
  readonly type: 'rich' | 'video';
  readonly title: string;
  readonly provider_name: string;
  readonly provider_url: string;
  readonly author_name?: string;
  readonly author_url?: string;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
  readonly width: number;
  readonly height: number;
  /** Seconds for which a copy is as good as new. */
  readonly cache_age: number;
}

export interface Embed {
  /** One element, for HTML that is parsed with the page. */
  readonly html: string;
  /** The address of the style sheet that it loads by itself. */
  readonly css: string;
  /** Sources that the policy of the page has to name, by directive. */
  readonly policy: { readonly 'style-src': string; readonly 'img-src': string };
  readonly facts: EmbedFacts;
}

// Bytes. The largest fragment of a server is a tenth of it.
const longestReply = 2 * 1024 * 1024;

/**
 * The fragment of a post, a video or a page of an oEmbed provider by the address that people know. Throws EmbedError, TypeError for
 * a `baseUrl` that is no address of a server, RangeError for a time that is none, or the reason of the caller's signal.
 */
export async function fetchEmbed(url: string, options: EmbedOptions): Promise<Embed> {
  const asked = addressOf(url, options);
  const late = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const ending = firstOf(late, options.signal);
  try {
    options.signal?.throwIfAborted();
    const headers = { accept: 'application/json' };
    // What redirects is another server than was meant, or another address of it: its owner should know.
    const init = { headers, signal: ending.signal, redirect: 'manual' } as const;
    const response = await fetch(asked, init);
    const text = await readText(response);
    return response.ok ? readEmbed(text, response.status) : refuse(response, text);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof EmbedError) throw error;
    throw new EmbedError(late.aborted ? 'timeout' : 'unreachable', { cause: error });
  } finally {
    ending.forget();
  }
}

/** Unlike `AbortSignal.any`, which some versions of Node keep for as long as the caller's signal lives. */
function firstOf(late: AbortSignal, given: AbortSignal | undefined) {
  const controller = new AbortController();
  const end = () => controller.abort();
  late.addEventListener('abort', end);
  given?.addEventListener('abort', end);
  const forget = () => given?.removeEventListener('abort', end);
  return { signal: controller.signal, forget };
}

function addressOf(url: string, { baseUrl, theme, lang, thread }: EmbedOptions): URL {
  const asked = new URL('oembed', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const isPlain = asked.username === '' && asked.password === '' && !/[?#]/.test(baseUrl);
  if (!/^https?:$/.test(asked.protocol) || !isPlain)
    throw new TypeError('baseUrl is an address of http or https, without a name or a query');
  asked.search = new URLSearchParams({
    ...{ url, html: 'fragment' },
    ...(theme && { theme }),
    ...(lang && { lang }),
    ...(thread && { thread: '1' }),
  }).toString();
  return asked;
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > longestReply) {
      await reader?.cancel();
      throw new EmbedError('invalid_reply');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function refuse({ status, headers }: Response, text: string): never {
  const problem = parse(text)?.['code'];
  throw new EmbedError(isWordOfServer(status, problem) ? codeOf(status) : 'invalid_reply', {
    status,
    problem: typeof problem === 'string' ? problem.slice(0, 64) : undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')?.trim() ?? ''),
  });
}

/**
 * What ends copies that are kept has to be the server's own word: one who refuses in front of it, or knows no such path, says
 * nothing of a post.
 */
function isWordOfServer(status: number, problem: unknown): boolean {
  if (status !== 403 && status !== 404) return true;
  return typeof problem === 'string' && problem !== 'not_found';
}

/** Of seconds, or the time of day that servers in front may say instead. */
function secondsOf(retryAfter: string): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const isDate = /^[A-Z][a-z]{2}, [\w ]+ [\d:]+ GMT$/.test(retryAfter);
  const left = isDate ? Date.parse(retryAfter) - Date.now() : Number.NaN;
  return Number.isNaN(left) ? undefined : Math.max(0, Math.ceil(left / 1000));
}

function readEmbed(text: string, status: number): Embed {
  const { html, version, ...facts } = parse(text) ?? {};
  const css = typeof html === 'string' ? sheetOf(html) : null;
  if (css === null || version !== '1.0' || !areFacts(facts))
    throw new EmbedError('invalid_reply', { status });
  const { origin } = new URL(css);
  return { html: html as string, css, policy: { 'style-src': origin, 'img-src': origin }, facts };
}

/** `null`: it is no fragment, or one with what none has. Text in a fragment has no `<` of its own. */
function sheetOf(html: string): string | null {
  const isWhole = html.startsWith('<div class="embed-fragment">') && html.endsWith('</div>');
  const isQuiet = !/<(?:script|style|iframe|object|embed|form|base|meta)\b/i.test(html);
  const css = /<link rel="stylesheet" href="(https?:[^"]+)"/.exec(html)?.[1];
  return isWhole && isQuiet && css !== undefined && URL.canParse(css) ? css : null;
}

function areFacts(facts: Record<string, unknown>): facts is Record<string, unknown> & EmbedFacts {
  const areOf = (type: string, names: readonly string[]) =>
    names.every((name) => typeof facts[name] === type);
  return (
    areOf('string', ['type', 'title', 'provider_name', 'provider_url']) &&
    areOf('number', ['width', 'height', 'cache_age'])
  );
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
