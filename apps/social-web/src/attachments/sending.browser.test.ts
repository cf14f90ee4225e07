import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { areKept, digestOf, drawPicture } from '../testing/files.js';
import { startCountingServer, type CountingServer } from '../testing/counting-server.js';
import { holdUploads, uploads } from '../testing/held-uploads.js';
import { overflow } from '../testing/overflow.js';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let server: CountingServer;
let alice: Page;
let bob: Page;
let picture: Buffer;

beforeAll(async () => {
  const start: typeof startCountingServer = async (behind) =>
    (server = await startCountingServer(behind));
  people = await startTwoPeople({ env: { ATTACHMENT_MAX_MIB: '16' }, start });
  [alice, bob] = [people.alice.page, people.bob.page];
  picture = await drawPicture(alice, [400, 300]);
});
afterAll(() => people?.close());

const rowOf = (page: Page, text: string) => page.locator('.message', { hasText: text });
const pictureFile = () => ({ name: 'sea.png', mimeType: 'image/png', buffer: picture });
const plainFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/plain', buffer });

async function choose(page: Page, ...files: ReturnType<typeof plainFile>[]): Promise<void> {
  await page.locator('.composer input[type=file]').setInputFiles(files);
  for (const { name } of files) await page.locator('.chosen').getByText(name).waitFor();
}

/** The buttons of the composer that cover the field, which has room for some words. */
async function overField(page: Page): Promise<DOMRect[]> {
  const boxesOf = (selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON() as DOMRect));
  const [field] = await boxesOf('.text-form textarea');
  expect(field!.width).toBeGreaterThan(70);
  const buttons = await boxesOf('.composer-tools button, .text-form > button');
  expect(buttons.length).toBeGreaterThan(1);
  return buttons.filter(
    ({ left, right, top, bottom }) =>
      left < field!.right && right > field!.left && top < field!.bottom && bottom > field!.top,
  );
}

/** What somebody gets who saves the file. */
async function saved(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download: ${name}` }).click();
  return digestOf(await readFile(await (await saving).path()));
}

describe('files are sent', () => {
  it('with words, as they are: the friend sees the picture, and the bytes of another file', async () => {
    const bytes = randomBytes(300_000);
    await choose(alice, pictureFile(), plainFile('plan.bin', bytes));
    await alice.getByLabel('What it shows, for who cannot see it: sea.png').fill('the sea');
    expect(await axeFindings(alice)).toEqual([]);
    await sendText(alice, 'Bob', 'look');
    await sendText(alice, 'Bob', 'and after it');
    await rowOf(bob, 'and after it').waitFor();
    await rowOf(bob, 'look').locator('.picture-loaded').waitFor();
    await rowOf(bob, 'look').getByRole('button', { name: 'Photo: the sea' }).waitFor();
    expect(await saved(bob, 'plan.bin')).toBe(digestOf(bytes));
    expect(await bob.locator('.bubble').allTextContents()).toEqual(['look', 'and after it']);
    expect(await alice.locator('.chosen').count()).toBe(0);
  });

  it('from the clipboard, and dropped anywhere; what cannot be sent is said before', async () => {
    const event = async (type: 'paste' | 'drop') =>
      alice.evaluate(
        ([what, bytes]) => {
          const data = new DataTransfer();
          const name = `${what}.png`;
          const content = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
          data.items.add(new File([content], name, { type: 'image/png' }));
          const options = { bubbles: true, cancelable: true };
          const made =
            what === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: data })
              : new DragEvent('drop', { ...options, dataTransfer: data });
          (what === 'paste' ? document.querySelector('textarea')! : document.body).dispatchEvent(
            made,
          );
        },
        [type, picture.toString('base64')] as const,
      );
    await event('paste');
    await alice.locator('.chosen').getByText('paste.png').waitFor();
    await event('drop');
    await alice.locator('.chosen').getByText('drop.png').waitFor();
    await alice
      .locator('.composer input[type=file]')
      .setInputFiles([
        plainFile('large.bin', Buffer.alloc(17_000_000)),
        plainFile('none.txt', Buffer.alloc(0)),
      ]);
    await alice.getByRole('alert').getByText('large.bin is larger than 17 MB.').waitFor();
    await alice.getByRole('alert').getByText('none.txt is empty.').waitFor();
    await alice.getByRole('button', { name: 'Remove paste.png' }).click();
    await alice.getByRole('button', { name: 'Remove drop.png' }).click();
    await alice.locator('.chosen-list').waitFor({ state: 'detached' });
  });

  it('across a reload in the middle: shown at once, in the other tab as well, and arrives once', async () => {
    const release = await holdUploads(alice);
    const other = await alice.context().newPage();
    await other.goto(alice.url());
    await other.getByLabel('Message Bob').waitFor();
    const bytes = randomBytes(50_000);
    await choose(alice, pictureFile(), plainFile('again.bin', bytes));
    await sendText(alice, 'Bob', 'held up');
    for (const tab of [alice, other]) {
      const waiting = tab.locator('.message-pending', { hasText: 'held up' });
      await waiting.locator('.picture img[src^="blob:"]').waitFor();
      await waiting.getByText('again.bin').waitFor();
    }
    await areKept(alice, 2);
    await other.close();
    await alice.reload();
    await alice.locator('.message-pending .picture img').waitFor();
    await release();
    await rowOf(bob, 'held up').waitFor();
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
    expect(await saved(bob, 'again.bin')).toBe(digestOf(bytes));
    expect(await rowOf(bob, 'held up').count()).toBe(1);
    // Of what is sent nothing is left here.
    await areKept(alice, 0);
  });

  it('without a network they wait, also after another start, and can be discarded', async () => {
    await isControlled(alice);
    await alice.context().setOffline(true);
    await choose(alice, plainFile('never.txt', Buffer.from('never')));
    await sendText(alice, 'Bob', 'not this one');
    await choose(alice, plainFile('later.txt', Buffer.from('later')));
    await sendText(alice, 'Bob', 'this one');
    await areKept(alice, 2);
    await alice.reload();
    const never = alice.locator('.message-pending', { hasText: 'not this one' });
    await never.getByText('never.txt').waitFor();
    await never.getByText('Waits for the connection').waitFor();
    await never.getByRole('button', { name: 'Discard' }).click();
    await never.waitFor({ state: 'detached' });
    await alice.context().setOffline(false);
    await rowOf(bob, 'this one').waitFor();
    expect(await saved(bob, 'later.txt')).toBe(digestOf(Buffer.from('later')));
    expect(await rowOf(bob, 'not this one').count()).toBe(0);
  });

  it('through a service that is killed in the middle', async () => {
    const bytes = randomBytes(900_000);
    const started = alice.waitForRequest((one) => one.url().includes('/api/attachments?'));
    await choose(alice, plainFile('one.bin', bytes), plainFile('two.bin', bytes), pictureFile());
    await sendText(alice, 'Bob', 'through it all');
    await started;
    await people.server.restart('SIGKILL');
    await rowOf(bob, 'through it all').locator('.picture-loaded').waitFor();
    expect(await saved(bob, 'two.bin')).toBe(digestOf(bytes));
    expect(await rowOf(bob, 'through it all').count()).toBe(1);
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
  });

  // The service is started anew, and the page as well.
  it('a long one in pieces: through a cut connection, a reload and a kill it goes on where it was', async () => {
    const bytes = randomBytes(12_000_000);
    const before = server.sent();
    let held = server.holdAt(before + 9_000_000);
    await choose(alice, plainFile('film.bin', bytes));
    await sendText(alice, 'Bob', 'the film');
    await held;
    server.cut();
    await (held = server.holdAt(before + 10_000_000));
    await alice.reload();
    held = server.holdAt(before + 11_000_000);
    await alice.locator('.message-pending progress').waitFor();
    const share = await alice.locator('.message-pending progress').getAttribute('value');
    expect(Number(share)).toBeGreaterThan(60);
    await held;
    await server.restart('SIGKILL');
    server.release();
    await rowOf(bob, 'the film').waitFor();
    expect(await saved(bob, 'film.bin')).toBe(digestOf(bytes));
    expect(await rowOf(bob, 'the film').count()).toBe(1);
    // A piece of four mebibytes at most was lost each time, and none of those before it.
    expect(server.sent() - before).toBeLessThan(16_000_000);
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
  });

  it('a long one that is discarded, in the other tab, is ended at the server as well', async () => {
    const held = server.holdAt(server.sent() + 1_000_000);
    const begun = alice.waitForRequest((one) => one.method() === 'PATCH');
    const other = await alice.context().newPage();
    await other.goto(alice.url());
    await choose(alice, plainFile('unwanted.bin', randomBytes(6_000_000)));
    await sendText(alice, 'Bob', 'unwanted');
    await held;
    const ended = [alice, other].map((tab) =>
      tab.waitForResponse((one) => one.request().method() === 'DELETE'),
    );
    const row = other.locator('.message-pending', { hasText: 'unwanted' });
    await row.getByRole('button', { name: 'Discard' }).click();
    // Both end it: neither knows what the other one does.
    const statuses = (await Promise.all(ended)).map((reply) => reply.status());
    expect(statuses.sort()).toEqual([204, 404]);
    const address = (await begun).url();
    const { status, version } = await alice.evaluate(async (url) => {
      const headers = { 'tus-resumable': '1.0.0' };
      const reply = await fetch(url, { method: 'HEAD', headers });
      return { status: reply.status, version: reply.headers.get('tus-resumable') };
    }, address);
    // By the second the page tells a reply of the server from one of a gateway.
    expect([status, version]).toEqual([404, '1.0.0']);
    server.release();
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
    await other.close();
  });

  it('a short one that has arrived is taken from the server with its message that is discarded', async () => {
    const held = server.holdAt(server.sent() + 1_000_000);
    const arrived = alice.waitForResponse((one) => one.url().includes('/api/attachments?'));
    await choose(
      alice,
      plainFile('short.txt', Buffer.from('short')),
      plainFile('long.bin', randomBytes(6_000_000)),
    );
    await sendText(alice, 'Bob', 'neither of them');
    const { id } = (await (await arrived).json()) as { id: string };
    await held;
    const gone = alice.waitForResponse((one) => one.url().endsWith(`/api/attachments/${id}`));
    const row = alice.locator('.message-pending', { hasText: 'neither of them' });
    await row.getByRole('button', { name: 'Discard' }).click();
    expect(await (await gone).json()).toEqual({ changed: true });
    server.release();
    await row.waitFor({ state: 'detached' });
  });

  it('from a phone', async () => {
    const context = await people.browser.newContext({
      ...{ locale: 'ar', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
      storageState: await bob.context().storageState(),
    });
    const phone = await context.newPage();
    await phone.goto(bob.url());
    await phone.locator('.composer textarea').waitFor();
    await choose(phone, pictureFile());
    const attach = phone.getByRole('button', { name: 'إرفاق ملفات' });
    expect((await attach.boundingBox())!.width).toBeGreaterThanOrEqual(44);
    expect(await overflow(phone)).toEqual([]);
    expect(await overField(phone)).toEqual([]);
    // At 200 % zoom.
    await phone.setViewportSize({ width: 160, height: 320 });
    expect(await overField(phone)).toEqual([]);
    await phone.setViewportSize({ width: 320, height: 640 });
    await phone.getByRole('button', { name: 'إرسال', exact: true }).tap();
    await openChat(alice, 'Bob');
    await alice.locator('.message').last().locator('.picture-loaded').waitFor();
    await alice.locator('.chat-row', { hasText: 'Bob' }).getByText('Photo').waitFor();
    await context.close();
  });
});

it('an upload, and a message, of which nothing is heard any more are tried again', async () => {
  await openChat(bob, 'Alice');
  await bob.clock.install();
  const release = await holdUploads(bob);
  let requests = 0;
  const first = bob.waitForRequest('**/api/message/send');
  await bob.route('**/api/message/send', (route) => requests++ > 0 && route.continue());
  const uploading = bob.waitForRequest(uploads);
  await choose(bob, plainFile('silent.txt', Buffer.from('silent')));
  await sendText(bob, 'Alice', 'after a silence');
  await uploading;
  await bob.unroute(uploads);
  await bob.clock.fastForward(121_000);
  await first;
  await bob.clock.fastForward(61_000);
  await bob.clock.resume();
  await rowOf(alice, 'after a silence').getByText('silent.txt', { exact: true }).waitFor();
  expect(await rowOf(alice, 'after a silence').count()).toBe(1);
  await release();
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});
