import type { Page } from 'playwright-core';
import { oddFrames, watchFrames } from '../testing/painted-frames.js';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople({
    bob: { viewport: { width: 1100, height: 1600 } },
    env: { MESSAGE_LIMIT: '0' },
  });
  [alice, bob] = [people.alice.page, people.bob.page];
  for (let line = 0; line < 40; line += 1) await sendText(bob, 'Alice', `line ${line}`);
  await alice.locator('.bubble', { hasText: 'line 39' }).waitFor();
});
afterAll(() => people?.close());

async function choose(page: Page, ...names: string[]): Promise<void> {
  const files = names.map((name) => ({
    ...{ name, mimeType: 'text/plain', buffer: Buffer.from(name) },
  }));
  await page.locator('.composer input[type=file]').setInputFiles(files);
  await page
    .locator('.chosen-file')
    .nth(files.length - 1)
    .waitFor();
}

// Some dozens of messages are written, two at a time.
it('who is at the end stays there and sees no empty place, while messages come above those that wait', async () => {
  await watchFrames(bob);
  // Some are sent at once, some much later: what comes meanwhile stands above them.
  let sends = 0;
  await bob.route('**/api/message/send', async (route) => {
    await bob.waitForTimeout((sends++ % 4) * 500);
    await route.continue().catch(() => {});
  });
  for (let round = 0; round < 12; round += 1) {
    const hers = async () => {
      if (round % 3 === 0) await choose(alice, `a${round}.txt`, `b${round}.txt`, `c${round}.txt`);
      await sendText(alice, 'Bob', `hers ${round}`);
    };
    const mine = async () => {
      if (round % 4 === 1) await choose(bob, `d${round}.txt`, `e${round}.txt`, `f${round}.txt`);
      await sendText(bob, 'Alice', `mine ${round}`);
    };
    await Promise.all([hers(), mine()]);
  }
  await bob.locator('.bubble', { hasText: 'hers 11' }).waitFor();
  await bob.locator('.message-pending').first().waitFor({ state: 'detached' });
  await bob.unroute('**/api/message/send');
  const { count, odd } = await oddFrames(bob);
  expect(count).toBeGreaterThan(50);
  expect(odd.filter(({ below }) => below > 0)).toEqual([]);
  // A row that comes while others are measured is drawn one frame later.
  expect(odd.filter(({ frame }, index) => odd[index - 1]?.frame === frame - 1)).toEqual([]);
  expect(odd.length).toBeLessThan(4);
});

it('who scrolls up stays there, whatever comes', async () => {
  // With nothing unread and no mark of it.
  await bob.reload();
  await bob.locator('.bubble', { hasText: 'hers 11' }).waitFor();
  await bob.locator('.messages').hover();
  await bob.mouse.wheel(0, -700);
  await bob.waitForFunction(() => {
    const { scrollHeight, clientHeight, scrollTop } = document.querySelector('.messages')!;
    return scrollHeight - clientHeight - scrollTop > 600;
  });
  const topOf = (text: string) =>
    bob
      .locator('.bubble', { hasText: text })
      .first()
      .evaluate((row) => Math.round(row.getBoundingClientRect().top));
  await bob.waitForTimeout(300);
  const shown = await bob.evaluate(() => {
    const frame = document.querySelector('.messages')!.getBoundingClientRect();
    const rows = [...document.querySelectorAll('.bubble')];
    return rows.find((row) => row.getBoundingClientRect().top > frame.top + 300)!.textContent;
  });
  const before = await topOf(shown);
  for (let round = 0; round < 4; round += 1) {
    await choose(alice, `g${round}.txt`, `h${round}.txt`, `i${round}.txt`);
    await sendText(alice, 'Bob', `later ${round}`);
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
  }
  await bob.locator('.messages-new').waitFor();
  expect(Math.abs((await topOf(shown)) - before)).toBeLessThan(2);
});
