import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { digestOf, drawPicture, sendFiles, silence } from '../testing/files.js';
import { overflow } from '../testing/overflow.js';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let chatId: string;
let wide: Buffer;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  chatId = new URL(bob.url()).pathname.split('/').at(-1)!;
  wide = await drawPicture(alice, [1600, 900], 'image/jpeg');
});
afterAll(() => people?.close());

const last = (page: Page) => page.locator('.message').last();

/** Of the picture itself, not of its preview. */
const sourceOf = (page: Page) =>
  last(page)
    .locator('.picture-loaded')
    .evaluate((one: HTMLImageElement) => one.currentSrc);

describe('a message of files', () => {
  it('a picture has its place before it is there, is read out with what its sender says, and is opened by the keyboard', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await bob.route('**/api/attachments/**', async (route) => {
      await held;
      await route.continue();
    });
    await sendFiles(alice, chatId, [{ name: 'me.jpg', alt: 'a cat', bytes: wide }]);
    const picture = last(bob).locator('.picture');
    await picture.locator('img').first().waitFor();
    const before = await picture.boundingBox();
    release();
    await last(bob).locator('.picture-loaded').waitFor();
    await bob.unroute('**/api/attachments/**');
    expect(await picture.boundingBox()).toEqual(before);
    expect(before!.width / before!.height).toBeCloseTo(16 / 9, 1);
    expect(await sourceOf(bob)).toMatch(/size=small$/);
    const row = bob.getByRole('article', { name: /Alice.*Photo, a cat/ });
    await row.waitFor();
    const button = row.getByRole('button', { name: 'Photo: a cat' });
    expect(await axeFindings(bob)).toEqual([]);
    await button.focus();
    await bob.keyboard.press('Enter');
    const viewer = bob.getByRole('dialog', { name: 'Photo' });
    await viewer.getByText('a cat').waitFor();
    expect(await axeFindings(bob)).toEqual([]);
    // What comes beneath it is not in sight.
    const reports: string[] = [];
    bob.on('request', (request) => reports.push(new URL(request.url()).pathname));
    await sendText(alice, 'Bob', 'beneath the picture');
    await bob.locator('.bubble', { hasText: 'beneath the picture' }).waitFor({ state: 'attached' });
    await bob.waitForTimeout(1_000);
    expect(reports).not.toContain('/api/message/read');
    await viewer.getByRole('button', { name: 'Full size' }).click();
    const whole = viewer.getByRole('img', { name: 'a cat' });
    expect((await whole.boundingBox())!.width).toBe(1600);
    const reported = bob.waitForRequest('**/api/message/read');
    await bob.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await reported;
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('several are a grid, and arrows lead from one to the next', async () => {
    const bytes = await drawPicture(alice, [500, 700]);
    const pictures = ['one', 'two', 'three'].map((alt) => ({ alt, bytes }));
    await sendFiles(alice, chatId, pictures, 'from the sea');
    await bob.getByText('from the sea').last().waitFor();
    await last(bob).getByRole('button', { name: 'Photo: two' }).click();
    const viewer = bob.getByRole('dialog', { name: 'Photo' });
    await viewer.getByText('2 of 3').waitFor();
    await bob.keyboard.press('ArrowRight');
    await viewer.getByText('three').waitFor();
    await bob.keyboard.press('Home');
    await viewer.getByText('1 of 3').waitFor();
    await bob.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    const conversation = bob.url();
    await last(bob).getByRole('button', { name: 'Photo: two' }).click();
    await viewer.getByText('2 of 3').waitFor();
    await bob.goBack();
    await viewer.waitFor({ state: 'detached' });
    expect(bob.url()).toBe(conversation);
    await last(bob).waitFor();
    // Nothing is to be seen of it forward, nor after a reload: there "Back" leads out of the conversation at once.
    await bob.goForward();
    await bob.waitForFunction(() => history.state === null);
    await last(bob).getByRole('button', { name: 'Photo: two' }).click();
    await viewer.getByText('2 of 3').waitFor();
    await bob.reload();
    await bob.waitForFunction(() => history.state === null);
    await last(bob).waitFor();
    expect(bob.url()).toBe(conversation);
    const sides = await last(bob)
      .locator('.picture')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
    expect(sides).toEqual([320, 158, 158]);
  });

  it('a sound is played, and another file saved as it was sent', async () => {
    const bytes = Buffer.from('what is kept as it is');
    await sendFiles(alice, chatId, [{ name: 'a.wav', bytes: silence() }]);
    await last(bob).locator('.sound').getByText('Audio: a.wav').waitFor();
    await last(bob).getByText('0:01').waitFor();
    await sendFiles(alice, chatId, [{ name: 'plan.txt', bytes }]);
    await last(bob).getByText('21 bytes').waitFor();
    const saving = bob.waitForEvent('download');
    await last(bob).getByRole('link', { name: 'Download: plan.txt' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('plan.txt');
    expect(digestOf(await readFile(await saved.path()))).toBe(digestOf(bytes));
    expect(await axeFindings(bob)).toEqual([]);
  });

  it('says in a line what it is: in the list, a quote and the pinned one', async () => {
    const row = bob.locator('.chat-row', { hasText: 'Alice' });
    await row.getByText('File: plan.txt').waitFor();
    await last(bob).hover();
    await last(bob).getByRole('button', { name: 'Message actions' }).click();
    expect(await bob.getByRole('menuitem', { name: 'Copy text' }).count()).toBe(0);
    await bob.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    await bob.locator('.pinned').getByText('File: plan.txt').waitFor();
    await last(bob).focus();
    await bob.keyboard.press('r');
    await bob.locator('.composer-reply').getByText('File', { exact: true }).waitFor();
    await bob.keyboard.type('thank you');
    await bob.keyboard.press('Enter');
    await last(alice)
      .getByRole('link', { name: 'In reply to Profile: File' })
      .or(last(alice).locator('.quote', { hasText: 'File' }))
      .first()
      .waitFor();
  });

  it('fits a phone, from right to left, and a finger', async () => {
    const context = await people.browser.newContext({
      ...{ locale: 'ar', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
      storageState: await bob.context().storageState(),
    });
    const phone = await context.newPage();
    await phone.goto(`${people.server.url}/chats/${chatId}`);
    await phone.locator('.message').first().waitFor();
    await phone.locator('.messages').evaluate((one) => one.scrollTo({ top: 0 }));
    const picture = phone.getByRole('button', { name: 'صورة: a cat' }).first();
    await picture.scrollIntoViewIfNeeded();
    expect(await overflow(phone)).toEqual([]);
    const menu = phone.locator('.message-line-files .message-menu button').first();
    expect((await menu.boundingBox())!.width).toBeGreaterThanOrEqual(44);
    await picture.tap();
    const viewer = phone.getByRole('dialog', { name: 'صورة' });
    await viewer.getByText('a cat').waitFor();
    for (const box of await viewer.locator('button, a').all())
      expect((await box.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await context.close();
  });

  it('without a network: the message is there with its preview, and says what is missing', async () => {
    await openChat(bob, 'Alice');
    await isControlled(bob);
    await bob.context().setOffline(true);
    await bob.reload();
    const grid = bob.locator('.message', { hasText: 'from the sea' });
    await grid.getByText('needs the network').first().waitFor();
    expect(await grid.locator('.picture > img').count()).toBe(3);
    await bob.context().setOffline(false);
    await grid.locator('.picture-loaded').first().waitFor();
  });

  it('a former friend sees what was, and an honest sign in the place of files', async () => {
    await bob.getByRole('button', { name: 'More about Alice' }).click();
    await bob.getByRole('menuitem', { name: 'Remove friend' }).click();
    await bob.getByRole('dialog').getByRole('button', { name: 'Remove friend' }).click();
    await alice.getByText('You are no longer friends').waitFor();
    await alice.reload();
    const card = alice.locator('.message', { hasText: 'plan.txt' });
    await card.first().getByRole('link', { name: 'Download: plan.txt' }).click();
    // Rows that came above meanwhile may be the first by now.
    await card.getByText('no longer there, or no longer for you').first().waitFor();
    const grid = alice.locator('.message', { hasText: 'from the sea' });
    await grid.scrollIntoViewIfNeeded();
    await grid.getByText('no longer there, or no longer for you').first().waitFor();
  });
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});
