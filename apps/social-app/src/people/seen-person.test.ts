import { readdirSync, readFileSync } from 'node:fs';

const src = new URL('../', import.meta.url);
/** The columns of somebody's profile in the text of a statement, and the client's way to them. A file has a name, too. */
const profileColumns =
  /\b(?!file\.)\w+\.(?:name|email|email_key|image)\b|[\s,(](?:email|email_key|image)[\s,)]|\buser_handles\b/;
const statements = /`[^`]*`/g;
const clientOfUsers = /\bprisma\.user(?:Handle)?\b/;

const selectsProfiles = (source: string) =>
  clientOfUsers.test(source) ||
  (source.match(statements) ?? []).some((each) => profileColumns.test(each));

it('no adapter outside of this folder selects the profile of a person: each joins `seen`', () => {
  const adapters = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(sql|prisma)\.ts$/.test(path) && !/^(people|generated)\//.test(path),
  );
  expect(adapters.length).toBeGreaterThan(15);
  const own = adapters.filter((path) => selectsProfiles(readFileSync(new URL(path, src), 'utf8')));
  expect(own).toEqual([]);
});

it.each([
  '`SELECT person.name FROM users AS person`',
  '`SELECT id, email FROM users`',
  '`SELECT other.image FROM chats JOIN users AS other ON other.id = chats.hi_id`',
  '`SELECT handle FROM user_handles`',
  'prisma.user.findMany({ where: { id: { in: ids } } })',
  'prisma.userHandle.findMany()',
])('would see %s', (source) => expect(selectsProfiles(source)).toBe(true));
