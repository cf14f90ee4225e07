// What the people of the machine test do, as people do it: with keys, pointer and menus, in the tab that has their attention.
import { chatSteps } from './chat-steps.js';
import { fileSteps } from './file-steps.js';
import {
  choose,
  isThere,
  note,
  openMessageMenu,
  ownField,
  unlessDoubted,
  write,
  type Step,
} from './page-actions.js';
import { pick, type Weighted } from './random.js';

const send: Step = async (person, page, random) => {
  const tokens = await write(person, page, random(4) === 0 ? 3 : 1);
  return tokens && `writes ${tokens.join(', ')}`;
};

const edit: Step = async (_person, page, random) => {
  const field = ownField(page);
  if (!(await field.isVisible()) || (await field.inputValue()) !== '') return null;
  await field.press('ArrowUp');
  const editing = page.getByLabel('Editing a message');
  if (!(await isThere(editing))) return null;
  const [token] = (await editing.inputValue()).split(' ');
  const text = `${token} changed ${random(1_000)}`.trim();
  await editing.fill(text);
  await editing.press('Enter');
  return `edits: ${text}`;
};

const react: Step = async (_person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  const emoji = pick(random, ['👍', '🎉']);
  if (!key || !(await choose(page, `React with ${emoji}`))) return null;
  return `reacts to ${key} with ${emoji}`;
};

/** Also to what somebody deletes at the same moment: the server refuses it then. */
const reply: Step = async (person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  if (!key || !(await choose(page, /^Reply$/))) return null;
  const tokens = await write(person, page, 1);
  return tokens && `replies to ${key}: ${tokens.join(', ')}`;
};

/** To one of the friends; where it is deleted at the same moment, the server refuses it. */
const forward: Step = async (person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  if (!key) return null;
  const bubble = page.locator(`.message[data-row="${key}"] .bubble`);
  // What was spoken has no words.
  const text = (await bubble.count()) > 0 ? await bubble.textContent() : '';
  if (!(await choose(page, /^Forward$/))) return null;
  const friends = page.getByRole('dialog').getByRole('option');
  if (!(await isThere(friends.first()))) {
    await page.keyboard.press('Escape');
    return null;
  }
  const friend = friends.nth(random(await friends.count()));
  const partner = (await friend.locator('bdi').textContent())!;
  await unlessDoubted(note(person.forwarded, text!.split(' ')[0]!, partner), friend.click());
  return `forwards ${key} to ${partner}`;
};

/** With one that is found in the list of all. */
const reactWithAny: Step = async (_person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  if (!key || !(await choose(page, 'Another emoji'))) return null;
  const dialog = page.getByRole('dialog');
  const word = pick(random, ['rocket', 'waving hand', 'otter']);
  await dialog.getByRole('combobox').fill(word);
  await dialog.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  return `reacts to ${key} with ${word}`;
};

const pin: Step = async (_person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  if (!key || !(await choose(page, /^(Pin|Unpin)$/))) return null;
  return `pins or unpins ${key}`;
};

export const deletion =
  (name: string, rows: string): Step =>
  async (person, page, random) => {
    const key = await openMessageMenu(page, random, rows);
    if (!key) return null;
    // Also if it is not known in the end whether the dialog was confirmed.
    person.removed.add(key);
    if (!(await choose(page, name, name))) return null;
    return `${name}: ${key}`;
  };

const open: Step = async (_person, page, random) => {
  const rows = page.locator('.chat-row');
  const count = await rows.count();
  if (count === 0) return null;
  const row = rows.nth(random(count));
  await row.click();
  return `opens ${await row.locator('.chat-name').textContent()}`;
};

const toList: Step = async (_person, page) => {
  await page.getByRole('link', { name: 'Chats' }).click();
  return 'goes back to the list';
};

const scroll: Step = async (_person, page, random) => {
  const frame = page.locator('.messages');
  if (!(await frame.isVisible())) return null;
  await frame.hover();
  const pixels = pick(random, [-4_000, -1_200, -200, 300, 1_500, 9_000]);
  await page.mouse.wheel(0, pixels);
  return `scrolls by ${pixels}`;
};

/** What was refused gets the choice that it is shown with. */
const decide: Step = async (person, page, random) => {
  const first = page.locator('.message-pending').first();
  if (!(await first.isVisible())) return null;
  // Another one may be the first before it is pressed.
  const key = (await first.getAttribute('data-row'))!;
  const row = page.locator(`.message-pending[data-row="${key}"]`);
  const choice = pick(random, ['Send again', 'Send without the quote', 'Discard']);
  const button = row.getByRole('button', { name: choice });
  if (!(await button.isVisible())) return null;
  const bubble = row.locator('.bubble');
  const token = (await bubble.count()) > 0 ? await bubble.textContent() : '';
  if (choice === 'Discard') {
    person.removed.add(key);
    const isForwarded = (await row.locator('.message-forwarded').count()) > 0;
    // Its words may be gone, and with them which it was.
    if (isForwarded) for (const one of person.forwarded) one.isDiscarded = true;
    for (const one of [...person.typed, ...person.spoken])
      if (one.token === token) one.isDiscarded = true;
  }
  await button.click();
  return `${choice}: ${token}`;
};

const takeRelease: Step = async (_person, page) => {
  const button = page.getByRole('button', { name: 'Load it' });
  if (!(await button.isVisible())) return null;
  await button.click();
  return 'takes the new version';
};

const reload: Step = async (_person, page) => {
  await page.reload({ waitUntil: 'commit' });
  return 'reloads';
};

export const steps: Weighted<Step> = [
  [30, send],
  [6, edit],
  [8, react],
  [3, reactWithAny],
  [6, reply],
  [4, forward],
  [4, pin],
  [3, deletion('Delete for me', '.message')],
  [4, deletion('Delete for both', '.message-own')],
  [12, open],
  [3, toList],
  [8, scroll],
  [6, decide],
  [3, takeRelease],
  [4, reload],
  ...chatSteps,
  ...fileSteps,
];
