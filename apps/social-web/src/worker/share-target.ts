// Takes what the share sheet of the device, or a form of any site, sends to this client, without a network (ADR 0087). Guarantees: it
// reaches no conversation, no draft and no server; it is kept for the page of choice to which the browser is led.
//   sent → kept     the page is that of its id
//        → refused  nothing is in it · it is too much · this device keeps nothing · it cannot be read: the page says which
import { keepShare, mostBytes } from '../api/kept-shares.js';

const path = '/share';
/** The page says that a message takes ten, of one that is more. */
const mostFiles = 11;
/** Far above what a message takes, which is said where it can be shortened. */
const mostCharacters = 100_000;
/** For the device to write it; some browsers never reply. Milliseconds. */
const maxWait = 30_000;

type Refusal = 'empty' | 'large' | 'unkept' | 'missed';

/** Frames of other pages cannot send anything. */
export function isShare({ method, mode, destination, url }: Request): boolean {
  const isNavigation = mode === 'navigate' && destination === 'document';
  return method === 'POST' && isNavigation && new URL(url).pathname === path;
}

export async function receiveShare(request: Request): Promise<Response> {
  return Response.redirect(`${path}/${await keep(request)}`, 303);
}

/** Returns the id, or why there is none. */
async function keep(request: Request): Promise<string> {
  const form = await readForm(request);
  if (!(form instanceof FormData)) return form;
  const text = textOf(form);
  const files = filesOf(form);
  if (text.length > mostCharacters) return 'large';
  if (text === '' && files.length === 0) return 'empty';
  const late = new Promise<Refusal>((resolve) => setTimeout(resolve, maxWait, 'unkept'));
  return Promise.race([keepShare(text, files), late]).catch(() => 'unkept');
}

/** Its length is not told before: what is too much is not read to its end. */
async function readForm(request: Request): Promise<FormData | Refusal> {
  const { body, headers } = request;
  let size = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > mostBytes) controller.error(new Error('too large'));
      else controller.enqueue(chunk);
    },
  });
  const type = headers.get('content-type') ?? '';
  try {
    // Null: a browser that does not show it in parts.
    const limited =
      body && new Response(body.pipeThrough(limit), { headers: { 'content-type': type } });
    return await (limited ?? request).formData();
  } catch {
    return size > mostBytes ? 'large' : 'missed';
  }
}

/** Programs put an address into the text as well, or a title. */
function textOf(form: FormData): string {
  const parts = ['title', 'text', 'url'].map((name) => {
    const part = form.get(name);
    // Forms have line ends of their own.
    return typeof part === 'string' ? part.replace(/\r\n?/g, '\n').trim() : '';
  });
  const isElsewhere = (part: string, place: number) =>
    parts.some((other, at) => other.includes(part) && (other !== part ? at !== place : at < place));
  return parts.filter((part, place) => part !== '' && !isElsewhere(part, place)).join('\n');
}

function filesOf(form: FormData): File[] {
  const files = form.getAll('files').filter((one) => one instanceof File);
  // A field in which no file was chosen has one without a name.
  const shared = files.filter(({ name, size }) => name !== '' || size > 0).slice(0, mostFiles);
  // What has no name is a voice message.
  return shared.map((file) => (file.name === '' ? new File([file], 'file', file) : file));
}
