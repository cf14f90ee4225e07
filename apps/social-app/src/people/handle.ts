// The grammar of handles (ADR 0037): 3 to 30 of a-z, 0-9 and `_`, a letter first, no `_` at the end or beside another.
// Characters outside of ASCII would look like those inside, and an address holds an `@` within, so no handle is one.

const shape = /^[a-z](?:_?[a-z0-9])+$/;
const [shortest, longest] = [3, 30];

/**
 * The handle in its one spelling, in lower case and without the `@` that may stand before it; null when it is none.
 */
export function parseHandle(raw: string): string | null {
  if (raw.length > 200 || !raw.isWellFormed()) return null;
  const handle = raw.normalize('NFKC').trim().replace(/^@/, '').toLowerCase();
  const fits = handle.length >= shortest && handle.length <= longest;
  return fits && shape.test(handle) ? handle : null;
}

/** The first words of paths, and names under which somebody would be taken for the service or those who run it. */
const reserved = [
  ...['about', 'account', 'accounts', 'api', 'app', 'assets', 'auth', 'blocked', 'chat', 'chats'],
  ...['docs', 'error', 'events', 'export', 'favicon', 'friend', 'friends', 'handle', 'handles'],
  ...['health', 'help', 'home', 'icon', 'index', 'invitation', 'invitations', 'invite', 'invites'],
  ...['live', 'login', 'logout', 'manifest', 'message', 'messages', 'metrics', 'notifications'],
  ...[
    'oauth',
    'openapi',
    'picture',
    'pictures',
    'presence',
    'privacy',
    'profile',
    'public',
    'push',
  ],
  ...['ready', 'register', 'report', 'reports', 'robots', 'search', 'service_worker', 'session'],
  ...['sessions', 'settings', 'sign_in', 'sign_out', 'sign_up', 'startup', 'static', 'terms'],
  ...['user', 'users', 'webhook', 'webhooks', 'welcome', 'well_known', 'workbox', 'www'],
  ...['abuse', 'admin', 'administration', 'administrator', 'admins', 'billing', 'bot', 'contact'],
  ...['customer_service', 'host', 'hostmaster', 'info', 'legal', 'mail', 'mailer_daemon'],
  ...['moderation', 'moderator', 'moderators', 'mods', 'no_reply', 'official', 'operator', 'owner'],
  ...[
    'payment',
    'payments',
    'police',
    'postmaster',
    'root',
    'security',
    'server',
    'service',
    'staff',
  ],
  ...['superuser', 'support', 'sysadmin', 'system', 'team', 'trust', 'verified', 'verify'],
  ...['webmaster', 'triptych', 'social_app', 'social_web'],
  ...['all', 'anonymous', 'anybody', 'anyone', 'deleted', 'erased', 'everybody', 'everyone'],
  ...['guest', 'here', 'me', 'myself', 'nobody', 'none', 'null', 'self', 'somebody', 'someone'],
  ...['true', 'false', 'undefined', 'unknown', 'you'],
];

const lookalikes: Readonly<Record<string, string>> = {
  ...{ rn: 'm', vv: 'w', '0': 'o', '1': 'l', i: 'l', j: 'l', '2': 'z', '3': 'e' },
  ...{ '4': 'a', '5': 's', '6': 'b', '7': 't', '8': 'b', '9': 'g', _: '' },
};

/** Equal for words that a hurried reader takes for one another: `4dm1n`, `ad_min` and `adrnin` are `admin`. */
function skeletonOf(handle: string): string {
  return handle.replace(/rn|vv|[0-9ij_]/g, (sign) => lookalikes[sign] ?? sign);
}

const reservedSkeletons = new Set(reserved.map(skeletonOf));

/** Whether nobody may have it: a reserved word, one that looks like it, or either with a number behind. */
export function isReservedHandle(handle: string): boolean {
  const withoutNumber = [...handle]
    .slice(0, [...handle].findLastIndex((sign) => sign > '9') + 1)
    .join('');
  return [handle, withoutNumber].some((each) => reservedSkeletons.has(skeletonOf(each)));
}

/** How long somebody keeps a handle after changing it, and how long a former one is nobody else's. */
export const handleTimes = { changeDays: 30, heldBackDays: 90 };
