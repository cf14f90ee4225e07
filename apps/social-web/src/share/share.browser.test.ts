import type { BrowserContext, Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { drawPicture } from '../testing/files.js';
import { keepValues, keptKeys } from '../testing/kept.js';
import { overflow } from '../testing/overflow.js';
import { continueAs, openChat, signIn, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let url: string;
let picture: Buffer;

beforeAll(async () => {
  // Of phones; Chromium has it on others where it is asked to.
  const flags = ['--enable-blink-features=MediaCapture'];
  people = await startTwoPeople({ env: { ATTACHMENT_MAX_MIB: '1' }, flags });
  [alice, bob, url] = [people.alice.page, people.bob.page, people.server.url];
  picture = await drawPicture(alice, [400, 300]);
  await isControlled(alice);
});
afterAll(() => people?.close());

interface Shared {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
  readonly files?: readonly { name: string; mimeType: string; buffer: Buffer }[];
}

const pictureFile = (name = 'sea.png') => ({ name, mimeType: 'image/png', buffer: picture });
const plainFile = (name: string, bytes: number) => {
  return { name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'x') };
};

/** As the browser of a device does it: a form is sent from a page of nobody, or from the one at an address. */
async function share(context: BrowserContext, { files, ...words }: Shared, from = 'about:blank') {
  const page = await context.newPage();
  if (from !== 'about:blank') await page.route(from, (route) => route.fulfill({ body: '' }));
  await page.goto(from);
  await page.evaluate(
    ([action, fields]) => {
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' });
      for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('textarea');
        Object.assign(field, { name, value });
        form.append(field);
      }
      const chosen = Object.assign(document.createElement('input'), {
        type: 'file',
        name: 'files',
      });
      form.append(Object.assign(chosen, { multiple: true }));
      document.documentElement.append(form);
    },
    [`${url}/share`, words] as const,
  );
  // The page of the client that is there may have others.
  await page.locator('input[name=files]').setInputFiles([...(files ?? [])]);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('[enctype]')!.submit());
  await page.getByRole('heading').first().waitFor();
  return page;
}

const shareOfAlice = (shared: Shared, from?: string) => share(alice.context(), shared, from);
const pick = (page: Page, name: string) => page.getByRole('option', { name }).click();

/** Everything that was shared and is kept on the device. */
const keptShares = (page: Page) => keptKeys(page, 'shared/');

describe('what a device shares', () => {
  it('is taken without a network, comes below the draft, stays across a reload, and is sent by a press', async () => {
    await alice.getByLabel('Message Bob').fill('as I said');
    await alice.context().setOffline(true);
    const link = 'https://example.org/sea';
    const shared = { title: 'The sea', text: `look\n${link}`, url: link, files: [pictureFile()] };
    const page = await shareOfAlice(shared);
    await page.getByText('sea.png').waitFor();
    await page.reload();
    await pick(page, 'Bob');
    const field = page.getByLabel('Message Bob');
    await page.locator('.chosen-picture').waitFor();
    expect(await field.inputValue()).toBe(`as I said\nThe sea\nlook\n${link}`);
    await page.reload();
    await page.locator('.chosen-picture').waitFor();
    await alice.context().setOffline(false);
    expect(await bob.locator('.message').count()).toBe(0);
    await field.press('Enter');
    await bob.locator('.message', { hasText: 'as I said' }).locator('.picture-loaded').waitFor();
    await page.locator('.message-pending').waitFor({ state: 'detached' });
    await page.reload();
    await field.waitFor();
    expect([await page.locator('.chosen').count(), await keptShares(page)]).toEqual([0, []]);
    await page.close();
  });

  it('is seen also where a message is being changed, which is said to be there still', async () => {
    await alice.getByLabel('Message Bob').fill('to be changed');
    await alice.getByLabel('Message Bob').press('Enter');
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
    await alice.getByLabel('Message Bob').press('ArrowUp');
    await alice.getByLabel('Editing a message').fill('is being changed');
    const page = await shareOfAlice({ text: 'from elsewhere' });
    await pick(page, 'Bob');
    const field = page.getByLabel('Message Bob');
    await field.waitFor();
    expect(await field.inputValue()).toBe('from elsewhere');
    const left = page.getByText('A change that you began is not saved yet.');
    await left.waitFor();
    await page.reload();
    await left.waitFor();
    expect(await field.inputValue()).toBe('from elsewhere');
    await field.fill('');
    await page.getByRole('button', { name: 'Go on' }).click();
    expect(await page.getByLabel('Editing a message').inputValue()).toBe('is being changed');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await alice.getByLabel('Message Bob').waitFor();
    await page.close();
  });

  it('is in every tab of the conversation, and is sent once', async () => {
    const hasWords = (tab: Page, words: string) =>
      tab.waitForFunction(
        (wanted) => document.querySelector<HTMLTextAreaElement>('textarea')?.value === wanted,
        words,
      );
    await hasWords(alice, '');
    await alice.getByLabel('Message Bob').fill('typed in one');
    const page = await shareOfAlice({ text: 'shared', files: [pictureFile('again.png')] });
    await pick(page, 'Bob');
    await page.locator('.chosen-picture').waitFor();
    for (const tab of [page, alice]) await hasWords(tab, 'typed in one\nshared');
    await alice.reload();
    await alice.locator('.chosen-picture').waitFor();
    await alice.getByLabel('Message Bob').press('Enter');
    await bob.locator('.message', { hasText: 'typed in one' }).locator('.picture-loaded').waitFor();
    await hasWords(page, '');
    await page.locator('.chosen').waitFor({ state: 'detached' });
    await page.close();
  });

  it('has the limits of what is chosen, and says what does not fit', async () => {
    const many = Array.from({ length: 12 }, (_, n) => plainFile(`${n}.txt`, 10));
    const page = await shareOfAlice({ files: [plainFile('large.txt', 1_100_000), ...many] });
    await pick(page, 'Bob');
    await page.getByText('large.txt is larger than 1 MB.').waitFor();
    expect(await page.locator('.chosen-file').count()).toBe(10);
    for (let left = 10; left > 0; left--)
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
    expect(await keptShares(page)).toEqual([]);
    await page.close();
    const empty = await shareOfAlice({ text: ' ' });
    await empty.getByText('There is nothing in it that could be sent.').waitFor();
    await empty.close();
  });

  it('comes from any site: it does nothing but wait, each in its own page, and goes when it is turned down', async () => {
    const [first, second] = [
      await shareOfAlice({ text: '<b>first</b>' }, 'http://other.test/'),
      await shareOfAlice({ text: 'second', files: [pictureFile()] }, `${url}/search`),
    ];
    await first.getByText('<b>first</b>').waitFor();
    expect(await axeFindings(second)).toEqual([]);
    await second.getByRole('button', { name: 'Cancel' }).click();
    await second.getByRole('link', { name: /Bob/ }).waitFor();
    await first.reload();
    await first.getByText('<b>first</b>').waitFor();
    expect(await keptShares(first)).toHaveLength(1);
    await first.getByRole('button', { name: 'Cancel' }).click();
    await openChat(first, 'Bob');
    expect(await first.getByLabel('Message Bob').inputValue()).toBe('');
    expect(await keptShares(first)).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  it('waits for the same person whose session has ended, and is shown to nobody else', async () => {
    const context = await people.browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await signIn(page, url, 'Carol');
    await isControlled(page);
    await context.clearCookies();
    const [hers, next] = [await share(context, { text: 'of Carol' }), await context.newPage()];
    await hers.getByText('what you have shared waits here').waitFor();
    const address = hers.url();
    await continueAs(hers, 'Carol');
    await hers.getByText('of Carol').waitFor();
    await context.clearCookies();
    await signIn(next, url, 'Dave');
    await next.goto(address);
    await next.getByText('What was shared is no longer here.').waitFor();
    expect(await keptShares(next)).toEqual([]);
    await context.close();
  });

  it('without a worker is not taken, and the page says so', async () => {
    const context = await people.browser.newContext({ locale: 'en-GB' });
    const page = await share(context, { files: [plainFile('a.bin', 3_000_000)] });
    expect(page.url()).toBe(`${url}/share/missed`);
    expect(await page.getByText('waits here').count()).toBe(0);
    await continueAs(page, 'Erin');
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.getByText('It could not be taken this time.').waitFor();
    await context.close();
  });

  it('is none where another program has left something else', async () => {
    await keepValues(alice, {
      'shared/share/odd': 'odd',
      'shared/share/half': { key: 'shared/share/half', until: 1e15, text: 'half', files: [null] },
      'shared/file/null': null,
      'shared/file/0': { key: 'shared/file/0', until: 1e15, file: 'none' },
    });
    for (const id of ['odd', 'half']) {
      await alice.goto(`${url}/share/${id}`);
      await alice.getByText('What was shared is no longer here.').waitFor();
    }
    const page = await shareOfAlice({ text: 'whole' });
    await page.getByText('whole').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: /Bob/ }).waitFor();
    await page.close();
  });

  it('is what the manifest asks for', async () => {
    const address = await alice.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await (await alice.request.get(new URL(address!, url).href)).json();
    const files = [{ name: 'files', accept: ['*/*'] }];
    expect(manifest.share_target).toEqual({
      ...{ action: '/share', method: 'POST', enctype: 'multipart/form-data' },
      params: { title: 'title', text: 'text', url: 'url', files },
    });
  });
});

it('a phone has a button for its camera, beside an empty field', async () => {
  const context = await people.browser.newContext({
    ...{ locale: 'ar', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    storageState: await bob.context().storageState(),
  });
  const phone = await context.newPage();
  await phone.goto(bob.url());
  const camera = phone.getByRole('button', { name: 'التقاط صورة' });
  await camera.waitFor();
  const field = phone.locator('.composer textarea');
  expect((await camera.boundingBox())!.width).toBeGreaterThanOrEqual(44);
  // In a field that is narrower its label has no place.
  expect((await field.boundingBox())!.width).toBeGreaterThanOrEqual(140);
  expect(await overflow(phone)).toEqual([]);
  const choosing = phone.waitForEvent('filechooser');
  await camera.tap();
  const chooser = await choosing;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await chooser.setFiles(pictureFile('photo.png'));
  await phone.locator('.chosen').getByText('photo.png').waitFor();
  const send = phone.getByRole('button', { name: 'إرسال', exact: true });
  await send.waitFor();
  await field.fill('!');
  await camera.waitFor({ state: 'detached' });
  await context.close();
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});
