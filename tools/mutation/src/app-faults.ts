import { type Fault, integration, unit } from './fault.js';
import { inFile } from './library-faults.js';

// Faults of what the two services with a database do outside of their adapters' text: orders in which locks are taken, and
// triggers.

const social = 'apps/social-app';
const user = 'apps/user-service';
const changed = `${social}/prisma/migrations/20261126055000_changed_messages/migration.sql`;
const entries = `${social}/prisma/migrations/20261122131500_chat_entries/migration.sql`;

const expiry = `${social}/prisma/migrations/20261126040000_expiry/migration.sql`;
const drafts = `${social}/prisma/migrations/20261127120000_drafts/migration.sql`;
const marks = `${social}/prisma/migrations/20261126031000_archive_and_marked_unread/migration.sql`;

const [users, identities] = [`${user}/src/users`, `${social}/src/people/account-store.prisma.ts`];
const ofRegistrations = [
  unit(user, 'src/users/'),
  integration(user, 'src/(users/|races|locks|contention|outages)'),
];
const ofEntries = [
  unit(social, 'src/(messages/(chat-list|message-changes|message-history)|search/)'),
  integration(social, 'src/(messages/chat-entries|search/)'),
];

export const appFaults: readonly Fault[] = [
  ...inFile(`${users}/user-store.sql.ts`, ofRegistrations, [
    ['[...users].sort((one, other) => compare(orderOf(one), orderOf(other)))', '[...users]'],
    ['if (again) {', 'if (again && users.length === 0) {'],
  ]),
  ...inFile(
    identities,
    [unit(social, 'src/sign-in-stores'), integration(social, 'src/sign-in-stores')],
    [['keys.filter((key) => key !== null).sort()', 'keys.filter((key) => key !== null)']],
  ),
  ...inFile(
    `${social}/src/http/heavy-work.ts`,
    [unit(social, 'src/http/heavy-work')],
    [
      ['place.waitingCount > 0 || '],
      ['if (isOver) return;'],
      ['.finally(end)'],
      ['new Semaphore(most)', 'new Semaphore(1_000)'],
      ['if (place.isUnused) own.delete(userId);', 'own.delete(userId);'],
    ],
  ),
  ...inFile(entries, ofEntries, [
    ['seq > side.read', 'seq >= side.read'],
    [' AND sender_id = side.partner_id'],
    ['AND deleted_at IS NULL AND NOT CASE', 'AND NOT CASE'],
    ['AND deleted_at IS NULL AND NOT CASE WHEN of_lo THEN lo_hidden ELSE hi_hidden END'],
    ['WHERE chat_id = chat.id AND NOT CASE', 'WHERE chat_id = chat.id OR CASE'],
    ['ORDER BY seq DESC LIMIT 1', 'ORDER BY seq LIMIT 1'],
    ['LEFT JOIN LATERAL (', 'JOIN LATERAL ('],
    ['PERFORM FROM chats WHERE id = OLD.chat_id FOR NO KEY UPDATE;'],
    [' FOR NO KEY UPDATE\n        );', '\n        );'],
    ['BEFORE UPDATE OF "deleted_at", "lo_hidden"', 'BEFORE UPDATE OF "lo_hidden"'],
    ['AFTER UPDATE OF "deleted_at", "lo_hidden"', 'AFTER UPDATE OF "lo_hidden"'],
    ['/ 2097152', '/ 1048576'],
    ['ARRAY[left($1, 36), right($1, 36)]', 'ARRAY[left($1, 36)]'],
  ]),
  ...inFile(
    drafts,
    [unit(social, 'src/drafts'), integration(social, 'src/drafts')],
    [
      ['user_id = OLD.lo_id AND partner_id = OLD.hi_id OR '],
      [' OR user_id = OLD.hi_id AND partner_id = OLD.lo_id'],
    ],
  ),
  ...inFile(
    marks,
    [...ofEntries, unit(social, 'src/marks'), integration(social, 'src/marks')],
    [
      ['(partner_id = NEW.sender_id)::int', '1'],
      ['archived = archived AND EXISTS', 'archived = archived OR EXISTS'],
      [' AND mute.until > now()'],
      ['PERFORM refresh_chat_entry(NEW, true);'],
      ['PERFORM refresh_chat_entry(NEW, false);'],
      ['WHERE user_id = NEW.lo_id AND', 'WHERE false AND'],
      ['WHERE user_id = NEW.hi_id AND', 'WHERE false AND'],
    ],
  ),
  ...inFile(
    expiry,
    [unit(social, 'src/expiry')],
    [
      ['BEFORE INSERT ON "messages"', 'BEFORE UPDATE ON "messages"'],
      ['NEW.created_at + (', "NEW.created_at + interval '1 second' + ("],
    ],
  ),
  ...inFile(
    `${social}/src/expiry/expiry-sweep.ts`,
    [unit(social, 'src/expiry')],
    [['isFull = erased.isFull;', 'isFull = false;']],
  ),
  ...inFile(
    `${social}/src/sweeps/repeat-sweep.ts`,
    [unit(social, 'src/expiry'), unit(social, 'src/attachments/removal')],
    [['if (isFailing) log.info'], ['await running;']],
  ),
  ...inFile(
    changed,
    [
      unit(social, 'src/messages/(pins|chat-entries)'),
      integration(social, 'src/messages/pin-races'),
    ],
    [
      ['pin <> ALL (change.deleted)', 'false'],
      ['AND pins && change.deleted', 'AND false'],
      ['held.seq > chat.lo_read', 'held.seq >= chat.lo_read'],
      ['held.sender_id = chat.lo_id AND ', ''],
      [
        'GREATEST(chat_entries.last_seq, change.newest) AND NOT lo_hidden',
        'change.newest AND NOT lo_hidden',
      ],
    ],
  ),
];
