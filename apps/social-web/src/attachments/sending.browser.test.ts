import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { areKept, drawPicture } from '../testing/files.js';
import { holdUploads } from '../testing/held-uploads.js';
import { overflow } from '../testing/overflow.js';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let picture: Buffer;

beforeAll(async () => {
  people = await startTwoPeople({}, { ATTACHMENT_MAX_MIB: '1' });
  [alice, bob] = [people.alice.page, people.bob.page];
  picture = await drawPicture(alice, [400, 300]);
});
afterAll(() => people?.close());

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const rowOf = (page: Page, text: string) => page.locator('.message', { hasText: text });
const pictureFile = () => ({ name: 'sea.png', mimeType: 'image/png', buffer: picture });
const plainFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/plain', buffer });

async function choose(page: Page, ...files: ReturnType<typeof plainFile>[]): Promise<void> {
  await page.locator('.composer input[type=file]').setInputFiles(files);
  for (const { name } of files) await page.locator('.chosen').getByText(name).waitFor();
}

/** What somebody gets who saves the file. */
async function saved(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download: ${name}` }).click();
  return digest(await readFile(await (await saving).path()));
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
    expect(await saved(bob, 'plan.bin')).toBe(digest(bytes));
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
        plainFile('large.bin', Buffer.alloc(1_100_000)),
        plainFile('none.txt', Buffer.alloc(0)),
      ]);
    await alice.getByRole('alert').getByText('large.bin is larger than 1 MB.').waitFor();
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
    expect(await saved(bob, 'again.bin')).toBe(digest(bytes));
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
    expect(await saved(bob, 'later.txt')).toBe(digest(Buffer.from('later')));
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
    expect(await saved(bob, 'two.bin')).toBe(digest(bytes));
    expect(await rowOf(bob, 'through it all').count()).toBe(1);
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
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
    await phone.getByRole('button', { name: 'إرسال', exact: true }).tap();
    await openChat(alice, 'Bob');
    await alice.locator('.message').last().locator('.picture-loaded').waitFor();
    await alice.locator('.chat-row', { hasText: 'Bob' }).getByText('Photo').waitFor();
    await context.close();
  });
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});
