// Files, as the people of the machine test send them: chosen, with words, and spoken.
import { digestOf } from '../files.js';
import { recordButton, sendSpoken, speak } from '../voices.js';
import { fillOwn, note, partnerOf, sendOff, unlessDoubted, type Step } from './page-actions.js';
import type { Random, Weighted } from './random.js';

/** A square of four pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVQImWP4z8DAwMDA8J+BgYGBAQAY/gL/0zRkkgAAAABJRU5ErkJggg==',
  'base64',
);

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
  await fillOwn(page, token);
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
const sendVoice: Step = async (person, page) => {
  const partner = await partnerOf(page);
  if (!partner || !(await recordButton(page).isVisible())) return null;
  const spoken = note(person.spoken, '', partner);
  await unlessDoubted(
    spoken,
    speak(page).then(() => sendSpoken(page)),
  );
  return 'sends a voice message';
};

export const fileSteps: Weighted<Step> = [
  [6, sendFiles],
  [2, sendVoice],
];
