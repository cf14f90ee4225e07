// Files, as the people of the machine test send them: chosen, with words, and spoken.
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { note, ownField, partnerOf, sendOff, unlessDoubted, type Step } from './page-actions.js';
import type { Random, Weighted } from './random.js';

/** A square of four pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVQImWP4z8DAwMDA8J+BgYGBAQAY/gL/0zRkkgAAAABJRU5ErkJggg==',
  'base64',
);

export const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** So many bytes that none of two files is like another. */
function plainFile(name: string, random: Random) {
  const buffer = Buffer.alloc(100 + random(200_000), `${name} `);
  return { name, mimeType: 'application/octet-stream', buffer };
}

const sendFiles: Step = async (person, page, random) => {
  const partner = await partnerOf(page);
  if (!partner) return null;
  const token = `${person.name}-${++person.written}`;
  const count = 1 + random(3);
  const plain = Array.from({ length: count }, (_, at) => plainFile(`${token}-${at}.bin`, random));
  for (const { name, buffer } of plain) person.files.set(name, digestOf(buffer));
  const pictures =
    random(2) === 0 ? [{ name: 'p.png', mimeType: 'image/png', buffer: picture }] : [];
  const chosen = page.locator('.chosen-file');
  const before = await chosen.count();
  await page.locator('.composer input[type=file]').setInputFiles([...pictures, ...plain]);
  await chosen.nth(Math.min(10, before + count + pictures.length) - 1).waitFor();
  await ownField(page).fill(token);
  // What was chosen for a message that could not be sent off is sent with this one, of ten files at most.
  if (before + count + pictures.length <= 10)
    person.fileNames.set(
      token,
      plain.map(({ name }) => name),
    );
  await sendOff(page, note(person.typed, token, partner));
  return `sends ${count} files and ${pictures.length} pictures: ${token}`;
};

/** What is under way when the conversation is left is sent with its next message. */
const speak: Step = async (person, page) => {
  const partner = await partnerOf(page);
  const record = page.getByRole('button', { name: 'Record a voice message' });
  if (!partner || !(await record.isVisible())) return null;
  const spoken = note(person.spoken, '', partner);
  await unlessDoubted(
    spoken,
    record.click().then(() => sendSpoken(page)),
  );
  return 'sends a voice message';
};

async function sendSpoken(page: Page): Promise<void> {
  const bar = page.getByRole('group', { name: 'Recording a voice message' });
  await bar.getByText('0:01').waitFor();
  await bar.getByRole('button', { name: 'Send the voice message' }).click();
}

export const fileSteps: Weighted<Step> = [
  [6, sendFiles],
  [2, speak],
];
