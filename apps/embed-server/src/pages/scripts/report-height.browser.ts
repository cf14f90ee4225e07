// Tells the owner of the frame how high the page is, each in its own format:
//
//   unasked                    AMP's `embed-size`, and Embedly's `iframe.resize` as a JSON string
//   where there is a secret    WordPress: it comes behind `#?secret=`
//   on request                 Mastodon's `setHeight`; iframe-resizer: `[iFrameSizer]id:height:width:why`
//
// A page that stands by itself tells nobody.

const root = document.documentElement;
const secret = /[#?&]secret=(\w+)/.exec(location.hash)?.[1];
let sent = 0;
let asked: { readonly id: unknown } | null = null;
let sizer: string | undefined;

function report(always = false): void {
  const height = Math.ceil(root.getBoundingClientRect().height);
  if (!always && height === sent) return;
  sent = height;
  const send = (message: unknown) => parent.postMessage(message, '*');
  send({ sentinel: 'amp', type: 'embed-size', height });
  send(JSON.stringify({ src: location.href, context: 'iframe.resize', height }));
  if (secret) send({ message: 'height', value: height, secret });
  if (asked) send({ type: 'setHeight', id: asked.id, height });
  if (sizer) send(`${sizer}:${height}:${root.clientWidth}:size`);
}

interface Question {
  readonly type?: unknown;
  readonly id?: unknown;
}

if (parent !== window) {
  addEventListener('message', ({ source, data }: MessageEvent<string | Question | null>) => {
    if (source !== parent || !data) return;
    if (typeof data === 'object' && data.type === 'setHeight') asked = { id: data.id };
    else if (typeof data === 'string' && /^\[iFrameSizer\][^:]+:/.test(data))
      sizer = data.split(':')[0];
    else return;
    report(true);
  });
  new ResizeObserver(() => report()).observe(root);
  addEventListener('toggle', () => report(), true);
  addEventListener('load', () => report(true));
}

export {};
