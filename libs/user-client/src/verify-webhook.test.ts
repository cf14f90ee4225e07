import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError, type WebhookHeaders } from './index.js';
import { failureOf } from './testing/fake-service.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [first, second, strange] = [secretOf(1), secretOf(2), secretOf(3)];
const event = {
  specversion: '1.0',
  id: 'e-1',
  type: 'user.deleted',
  subject: 'u',
  source: '/users',
};
const body = JSON.stringify(event);
const now = 1_800_000_000_000;

/** Signed by the library of Standard Webhooks. */
function sign(secrets: readonly string[], at = now, text = body): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign('m-1', new Date(at), text));
  return {
    'webhook-id': 'm-1',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

const verify = (headers: WebhookHeaders, secrets: string | string[] = first, text = body) =>
  verifyWebhook(text, headers, { secrets, now });

async function codeOf(work: Promise<unknown>) {
  const error = await failureOf(work);
  return error instanceof WebhookVerificationError ? error.code : String(error);
}

describe('a delivery', () => {
  it('is taken with its id, time and event', async () => {
    expect(await verify(sign([first]))).toEqual({ id: 'm-1', sentAt: new Date(now), event });
  });

  it.each([
    ['one of the secrets signed', [second, first], [first]],
    ['one of the signatures is known', [first], [strange, second, first]],
    ['several are of both', [first, second], [second, first]],
  ])('is taken when %s', async (_, secrets, signed) => {
    await verify(sign(signed), secrets);
  });

  it('is taken as bytes, and with headers of any kind', async () => {
    const headers = sign([first]);
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
    for (const one of [new Headers(headers), headers, Object.fromEntries(upper)]) {
      await verifyWebhook(Buffer.from(body), one as WebhookHeaders, { secrets: first, now });
    }
  });

  it('is taken as a buffer, or as a view of a part of one', async () => {
    const bytes = new TextEncoder().encode(`..${body}..`);
    const view = new DataView(bytes.buffer, 2, bytes.length - 4);
    const shared = new Uint8Array(new SharedArrayBuffer(body.length));
    shared.set(bytes.subarray(2, -2));
    for (const one of [bytes.slice(2, -2).buffer, view, bytes.subarray(2, -2), shared]) {
      const verified = await verifyWebhook(one, sign([first]), { secrets: first, now });
      expect(verified.event).toEqual(event);
    }
  });

  it('is taken with headers that are lists of one value', async () => {
    const lists = Object.entries(sign([first])).map(([name, value]) => [name, [value]] as const);
    await verify(Object.fromEntries(lists));
  });

  it('is taken beside signatures of other versions', async () => {
    const headers = sign([first]);
    headers['webhook-signature'] = `v1a,abc v2 ${headers['webhook-signature']}`;
    await verify(headers);
  });
});

describe('a forgery', () => {
  it.each([
    ['signed by another secret', sign([strange])],
    ['of another id', { ...sign([first]), 'webhook-id': 'm-2' }],
    ['of another time', { ...sign([first]), 'webhook-timestamp': String(now / 1000 - 1) }],
    [
      'of another version',
      {
        ...sign([first]),
        'webhook-signature': sign([first])['webhook-signature']!.replace('v1', 'v2'),
      },
    ],
    [
      'cut short',
      { ...sign([first]), 'webhook-signature': sign([first])['webhook-signature']!.slice(0, -1) },
    ],
    ['signed with nothing', { ...sign([first]), 'webhook-signature': 'v1,' }],
  ])('is refused: %s', async (_, headers) => {
    expect(await codeOf(verify(headers))).toBe('signature_mismatch');
  });

  it('with another body is refused', async () => {
    expect(await codeOf(verify(sign([first]), first, `${body} `))).toBe('signature_mismatch');
  });

  it('with a change at any place of the signature is refused', async () => {
    const headers = sign([first]);
    const good = headers['webhook-signature']!;
    for (let at = 'v1,'.length; at <= good.length; at += 1) {
      const other = good[at] === 'A' ? 'B' : 'A';
      const forged = `${good.slice(0, at)}${other}${good.slice(at + 1)}`;
      const code = await codeOf(verify({ ...headers, 'webhook-signature': forged }));
      expect(code).toBe('signature_mismatch');
    }
  });

  it('with a change at any place of a long body is refused', async () => {
    const long = JSON.stringify({ ...event, data: 'x'.repeat(100_000) });
    const headers = sign([first], now, long);
    await verify(headers, first, long);
    for (const at of [20, 50_000, long.length - 10]) {
      const forged = `${long.slice(0, at)}y${long.slice(at + 1)}`;
      expect(await codeOf(verify(headers, first, forged))).toBe('signature_mismatch');
    }
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s is refused',
    async (name) => {
      const headers = sign([first]);
      const twice = [headers[name]!, headers[name]!];
      for (const value of [undefined, '', [], [''], ['a', 'b'], twice]) {
        expect(await codeOf(verify({ ...headers, [name]: value }))).toBe('headers_missing');
      }
    },
  );

  it.each(['', '1e9', ' 1', '-1', '1.5', '0x1', '9'.repeat(13)])(
    'at no time is refused: %j',
    async (at) => {
      const code = await codeOf(verify({ ...sign([first]), 'webhook-timestamp': at }));
      expect(code).toBe(at === '' ? 'headers_missing' : 'timestamp_invalid');
    },
  );
});

it('is taken within the tolerance, and refused outside of it', async () => {
  for (const offset of [-300_000, 300_000]) await verify(sign([first], now + offset));
  expect(await codeOf(verify(sign([first], now - 301_000)))).toBe('timestamp_too_old');
  expect(await codeOf(verify(sign([first], now + 301_000)))).toBe('timestamp_too_new');
  // As of a setting that is not there.
  const none = verifyWebhook(body, sign([first]), { secrets: first, now, toleranceSeconds: NaN });
  expect(await codeOf(none)).toBe('timestamp_too_old');
  const narrow = { secrets: first, now, toleranceSeconds: 10 };
  expect(await codeOf(verifyWebhook(body, sign([first], now - 11_000), narrow))).toBe(
    'timestamp_too_old',
  );
});

it('is refused where it is no event', async () => {
  for (const text of ['', 'null', '[]', '{"type":1}', '{']) {
    expect(await codeOf(verify(sign([first], now, text), first, text))).toBe('body_invalid');
  }
});

it('is refused where it is neither text nor bytes', async () => {
  const detached = new ArrayBuffer(8);
  structuredClone(detached, { transfer: [detached] });
  const view = new Uint8Array(8);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  for (const one of [null, undefined, {}, event, [1, 2], 5, true, detached, view]) {
    const refused = verifyWebhook(one as never, sign([first]), { secrets: first, now });
    expect(await codeOf(refused)).toMatch(/^(body_invalid|signature_mismatch)$/);
  }
  for (const one of [null, undefined, event]) {
    const refused = verifyWebhook(one as never, sign([first]), { secrets: first, now });
    expect(await codeOf(refused)).toBe('body_invalid');
  }
});

it('says so where there is no secret', async () => {
  for (const secrets of [[], [''], ['whsec_'], ['whsec_?'], ['whsec_abc'], [first, 'x y']]) {
    expect(await codeOf(verify(sign([first]), secrets))).toMatch(/^TypeError/);
  }
});

it('agrees with the library of Standard Webhooks on what was changed anywhere', async () => {
  const at = Math.floor(Date.now() / 1000) * 1000;
  const good = sign([first], at);
  const parts = ['body', ...Object.keys(good)] as const;
  const change = fc.record({
    part: fc.constantFrom(...parts),
    place: fc.nat(100),
    text: fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom(' ', ',', 'v1,', '='),
    ),
    removed: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 2 }), async (changes) => {
      const message: Record<string, string> = { ...good, body };
      for (const { part, place, text, removed } of changes) {
        const before = message[part]!;
        const start = place % (before.length + 1);
        message[part] = before.slice(0, start) + text + before.slice(start + removed);
      }
      const { body: sent = '', ...headers } = message;
      // The library reads a number at the beginning of any text as a time.
      fc.pre(/^\d{1,12}$/.test(headers['webhook-timestamp']!));
      const theirs = (() => {
        try {
          new Webhook(first).verify(sent, headers);
          return true;
        } catch {
          return false;
        }
      })();
      const ours = await verifyWebhook(sent, headers, { secrets: first, now: at }).then(
        () => true,
        () => false,
      );
      expect(ours).toBe(theirs);
    }),
  );
});
