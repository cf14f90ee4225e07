import { ServiceError } from '@triptych/schemas';
import { requireModest, withinLimit, type Limit } from '../outbound/content-limits.js';
import { fields, type Fields } from '../outbound/untrusted.js';
import { activityPubObject } from '../statuses/activitypub-limits.js';
import { toAccount, toMastodonStatus } from '../statuses/activitypub-mapping.js';
import { mastodonStatus } from '../statuses/mastodon-limits.js';
import { misskeyNote } from '../statuses/misskey-limits.js';
import { toMastodonStatus as fromMisskey } from '../statuses/misskey-mapping.js';
import { toStatus } from '../statuses/status-mapping.js';
import { createRandom, grown } from '../testing/grown.js';
import { recording, recordingNames } from '../testing/recordings.js';
import { largestPage } from './page-budget.js';
import { renderStatusPage } from './status-page.js';
import { faults } from './testing/reading.js';
import { statusOptions } from './testing/samples.js';

const origin = 'https://fedi.example';
const host = 'fedi.example';
const now = Date.parse('2026-01-01');

interface Family {
  readonly prefix: string;
  readonly limit: Limit;
  readonly toRaw: (reply: Fields) => unknown;
}

const families: readonly Family[] = [
  { prefix: 'masto', limit: mastodonStatus, toRaw: (status) => status },
  { prefix: 'akkoma', limit: mastodonStatus, toRaw: (status) => status },
  { prefix: 'misskey', limit: misskeyNote, toRaw: (note) => fromMisskey(note, origin, now) },
  {
    prefix: 'ap-',
    limit: activityPubObject,
    toRaw: (object) => {
      const post = { id: `${origin}/1`, host, fields: object };
      return toMastodonStatus(post, toAccount(post), null, now);
    },
  },
];

/** The page of a reply as a server would send it, or `null` where the reply is refused. */
function pageOf(reply: unknown, { limit, toRaw }: Family) {
  try {
    const body = Buffer.from(JSON.stringify(reply));
    requireModest(body);
    const bounded = withinLimit(JSON.parse(body.toString()), limit);
    const raw = withinLimit(toRaw(fields(bounded)), mastodonStatus);
    const attestation = { host };
    const status = toStatus(JSON.parse(JSON.stringify(raw)), {
      status: attestation,
      reblog: attestation,
      quote: attestation,
    });
    return renderStatusPage(status, statusOptions);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

const [seed, turns] = [20_260_101, 600];

it.each(families)(
  'whatever a server of $prefix sends: a page of a bounded size, or a refusal',
  (family) => {
    const random = createRandom(seed);
    const samples = recordingNames(family.prefix).map((name) => recording(name));
    let [pages, sound] = [0, 0];
    for (let turn = 0; turn < turns; turn += 1) {
      const reply = grown(samples[turn % samples.length], random);
      const page = pageOf(reply, family);
      if (page === null) continue;
      pages += 1;
      expect(Buffer.byteLength(page.html)).toBeLessThan(largestPage);
      expect(page.contentSecurityPolicy.length).toBeLessThan(10_000);
      // Reading it as a browser does takes longer than all the rest.
      if (turn % 20 === 0) {
        sound += 1;
        expect(faults(page)).toEqual([]);
      }
    }
    expect([pages > turns / 2, sound > 0]).toEqual([true, true]);
  },
);
