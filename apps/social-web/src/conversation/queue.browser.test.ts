import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { openChat, sendText, signInAs, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  bob = people.bob.page;
  await sendText(alice, 'Bob', 'Before the tunnel');
  await shows(bob, 'Before the tunnel');
});
afterAll(() => people?.close());

const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text });
const shows = (page: Page, text: string) => bubble(page, text).waitFor();
const pendingRow = (page: Page, text: string) =>
  page.locator('.message-pending', { hasText: text });

/** Of two messages the first is refused, and the other one waits behind it until this button is pressed. */
async function decideOnRefused(first: string, behind: string, button: string): Promise<void> {
  await sendText(alice, 'Bob', first);
  await pendingRow(alice, first).getByText('Not sent').waitFor();
  await sendText(alice, 'Bob', behind);
  await pendingRow(alice, behind).getByText('Waits for the one before').waitFor();
  await pendingRow(alice, first).getByRole('button', { name: button }).click();
  await shows(bob, behind);
}

describe('what is written without a network', () => {
  it('is seen in the other tab, and what is discarded there is not sent from here', async () => {
    const context = alice.context();
    const other = await context.newPage();
    await other.goto(alice.url());
    await shows(other, 'Before the tunnel');
    await context.setOffline(true);
    await sendText(alice, 'Bob', 'Thought better of');
    await sendText(alice, 'Bob', 'Still meant');
    await pendingRow(other, 'Thought better of').getByRole('button', { name: 'Discard' }).click();
    await pendingRow(alice, 'Thought better of').waitFor({ state: 'detached' });
    await context.setOffline(false);
    await shows(bob, 'Still meant');
    await pendingRow(alice, 'Still meant').waitFor({ state: 'detached' });
    expect(await bubble(bob, 'Thought better of').count()).toBe(0);
    await other.close();
  });

  it('reaches the others in its order after the page was closed, changes of messages too', async () => {
    const context = alice.context();
    const chat = alice.url();
    await context.setOffline(true);
    await alice.getByLabel('Message Bob').press('ArrowUp');
    await alice.getByLabel('Editing a message').fill('Changed in the tunnel');
    await alice.keyboard.press('Enter');
    await shows(alice, 'Changed in the tunnel');
    const texts = ['Tunnel 1', 'Tunnel 2', 'Tunnel 3'];
    for (const text of texts) await sendText(alice, 'Bob', text);
    await pendingRow(alice, 'Tunnel 3').waitFor();
    await alice.close();
    await context.setOffline(false);
    alice = await context.newPage();
    await alice.goto(chat);
    await shows(bob, 'Changed in the tunnel');
    await shows(bob, 'Tunnel 3');
    await pendingRow(alice, 'Tunnel').first().waitFor({ state: 'detached' });
    const shown = await bob.locator('.bubble').allTextContents();
    expect(shown).toEqual(['Before the tunnel', 'Changed in the tunnel', ...texts]);
    expect(await alice.locator('.bubble').allTextContents()).toEqual(shown);
  });

  it('stays in the tab where it was written, although another one sends it and its event comes late', async () => {
    const other = await alice.context().newPage();
    // The events of the stream, which the first tab has, never come to this one.
    await other.addInitScript(() => {
      const { onmessage } = Object.getOwnPropertyDescriptors(BroadcastChannel.prototype);
      const set = (channel: BroadcastChannel, listener: (event: MessageEvent) => void) =>
        onmessage.set!.call(channel, (event: MessageEvent<{ kind: string }>) => {
          if (event.data.kind !== 'event') listener(event);
        });
      Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
        set(this: BroadcastChannel, listener: (event: MessageEvent) => void) {
          set(this, listener);
        },
      });
    });
    await other.goto(alice.url());
    await shows(other, 'Tunnel 3');
    await sendText(other, 'Bob', 'Written in the second tab');
    await shows(bob, 'Written in the second tab');
    await pendingRow(other, 'Written in the second tab').waitFor({ state: 'detached' });
    expect((await other.locator('.bubble').allTextContents()).at(-1)).toBe(
      'Written in the second tab',
    );
    const own = other.locator('.message', { hasText: 'Written in the second tab' });
    await own.hover();
    await own.getByRole('button', { name: 'Message actions' }).click();
    await other.getByRole('menuitem', { name: 'Delete for both' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click();
    await shows(bob, 'This message was deleted.');
    await other.getByText('Saving…').waitFor({ state: 'detached' });
    expect((await other.locator('.bubble').allTextContents()).at(-1)).toBe(
      'This message was deleted.',
    );
    await other.close();
  });

  it('stays in its place when the server refuses it, with those behind it, until somebody decides', async () => {
    const refused = { status: 422, json: { code: 'invalid_text', status: 422, detail: '' } };
    await alice.route('**/api/message/send', (route) => route.fulfill(refused), { times: 1 });
    await decideOnRefused('Refused once', 'Behind it', 'Send again');
    const shown = await bob.locator('.bubble').allTextContents();
    expect(shown.slice(-2)).toEqual(['Refused once', 'Behind it']);
  });

  it('can be discarded, and holds up nothing then, also when it got another name before it was refused', async () => {
    const refusal = (status: number, code: string) => ({
      status,
      json: { code, status, detail: '' },
    });
    const replies = [refusal(409, 'client_id_reused'), refusal(422, 'invalid_text')];
    await alice.route('**/api/message/send', (route) => route.fulfill(replies.shift()), {
      times: 2,
    });
    await decideOnRefused('Refused for good', 'Goes on', 'Discard');
    await pendingRow(alice, 'Refused for good').waitFor({ state: 'detached' });
    expect(await bubble(bob, 'Refused for good').count()).toBe(0);
  });
});

describe('a change of a message that the server refuses', () => {
  it.each([
    [409, 'too_late', false],
    [409, 'message_deleted', false],
    [422, 'invalid_text', true],
  ])('shows what was typed until it is discarded (%s %s)', async (status, code, isTriedAgain) => {
    const edits = '**/api/message/edit';
    // Another tab of the browser may be the one that sends.
    await alice.context().route(edits, (route) => {
      return route.fulfill({ status, json: { code, status, detail: '' } });
    });
    await alice.getByLabel('Message Bob').press('ArrowUp');
    const field = alice.getByLabel('Editing a message');
    const before = await field.inputValue();
    await field.fill('Typed at length');
    await alice.keyboard.press('Enter');
    const row = alice.locator('.message', { has: bubble(alice, before) }).last();
    const words = row.getByRole('blockquote').getByText('Typed at length');
    await words.waitFor();
    const [again, discard] = ['Try again', 'Discard'].map((name) =>
      row.getByRole('alert').getByRole('button', { name }),
    );
    await discard!.waitFor();
    expect(await again!.count()).toBe(isTriedAgain ? 1 : 0);
    expect(await axeFindings(alice)).toEqual([]);
    await discard!.click();
    await words.waitFor({ state: 'detached' });
    expect(await row.locator('.bubble').textContent()).toBe(before);
    await alice.context().unroute(edits);
  });
});

it('works where the browser denies storage', async () => {
  const denied = await signInAs(people.browser, people.server.url, 'Dora');
  await denied.page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  await denied.page.reload();
  await denied.page.getByRole('button', { name: 'Skip for now' }).click();
  await denied.page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(denied.consoleErrors).toEqual([]);
  await denied.page.goto(`${people.server.url}/invitation#${'x'.repeat(43)}`);
  await denied.page.getByRole('button', { name: 'Skip for now' }).click();
  await denied.page.getByText('This link is not valid, or not any more.').waitFor();
  await denied.page.close();
});

it('shows nobody as online while there is no connection', async () => {
  await openChat(bob, 'Alice');
  await bob.getByText('Online', { exact: true }).waitFor();
  await bob.context().setOffline(true);
  await bob.getByText('You are offline.').waitFor();
  await bob.getByText('Online', { exact: true }).waitFor({ state: 'detached' });
  await bob.context().setOffline(false);
  await bob.getByText('Online', { exact: true }).waitFor();
});
