// The grammar of handles (ADR 0037): 3 to 30 of a-z, 0-9 and `_`, a letter first, no `_` at the end or beside another.
// Characters outside of ASCII would look like those inside, and an address holds an `@` within, so no handle is one.

const shape = /^[A-Za-z](?:_?[A-Za-z0-9])+$/;
const [shortest, longest] = [3, 30];

const fullWidth = /[\uff01-\uff5e]/g;
const toAscii = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/**
 * The handle in its one spelling, in lower case and without the `@` that may stand before it; null when it is none. The
 * full width of ASCII, which some keyboards type, is ASCII; nothing else is, not even the Kelvin sign.
 */
export function parseHandle(raw: string): string | null {
  if (raw.length > 200 || !raw.isWellFormed()) return null;
  const handle = raw.replace(fullWidth, toAscii).trim().replace(/^@/, '');
  const fits = handle.length >= shortest && handle.length <= longest;
  return fits && shape.test(handle) ? handle.toLowerCase() : null;
}

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** The first words of paths, and names under which somebody would be taken for nobody, or for all. */
const reserved = wordsOf(`
  about account accounts all anonymous anybody anyone api app assets attachment attachments auth
  blocked bot chat chats contact customer_service deleted docs drafts erased error events everybody everyone export
  false favicon friend friends guest handle handles health help here home host hostmaster icon
  index info invitation invitations invite invites legal live login logout mail mailer_daemon
  manifest me message messages metrics mods myself no_reply nobody none notifications null
  oauth openapi owner payment payments picture pictures police presence privacy profile public
  push ready register report reports robots root search self server service service_worker
  session sessions settings sign_in sign_out sign_up social_app social_web somebody someone
  startup static superuser system team terms true trust undefined unknown user users verify
  webhook webhooks welcome well_known workbox www you
`);
/** Those who run the service; reserved between `_`, too. */
const trusted = wordsOf(`
  abuse admin administration administrator admins billing moderation moderator moderators
  official operator postmaster security staff superadmin support sysadmin triptych verified
  webmaster
`);

const lookalikes: Readonly<Record<string, string>> = {
  ...{ rn: 'm', vv: 'w', '0': 'o', '1': 'l', i: 'l', j: 'l', '2': 'z', '3': 'e' },
  ...{ '4': 'a', '5': 's', '6': 'b', '7': 't', '8': 'b', '9': 'g', _: '' },
};

/** Equal for words that a hurried reader takes for one another: `4dm1n`, `ad_min` and `adrnin` are `admin`. */
function skeletonOf(handle: string): string {
  return handle.replace(/rn|vv|[0-9ij_]/g, (sign) => lookalikes[sign] ?? sign);
}

/** Of names to trust, also with `nn` for `m` and letters that are there twice: `adnnin` and `adminn`. */
const looseSkeletonsOf = (word: string) =>
  [word, word.replaceAll('nn', 'm')].map((each) => skeletonOf(each).replace(/(.)\1+/g, '$1'));

const reservedSkeletons = new Set([...reserved, ...trusted].map(skeletonOf));
const trustedSkeletons = new Set(trusted.flatMap(looseSkeletonsOf));

const isLetter = (sign: string) => sign >= 'a' && sign <= 'z';
const withoutNumber = (word: string) => word.slice(0, [...word].findLastIndex(isLetter) + 1);
const withAndWithoutNumber = (word: string) => [word, withoutNumber(word)];

/**
 * Whether nobody may have it: a reserved word, one that looks like it, or either with a number behind; or one with the name
 * of those who run the service as a part of its own, such as `support_team`. With other letters beside it, it is another
 * word: `xadmin`, `badminton`.
 */
export function isReservedHandle(handle: string): boolean {
  const isReserved = (word: string) => reservedSkeletons.has(skeletonOf(word));
  const isTrusted = (word: string) =>
    looseSkeletonsOf(word).some((each) => trustedSkeletons.has(each));
  return (
    withAndWithoutNumber(handle).some((word) => isReserved(word) || isTrusted(word)) ||
    handle.split('_').flatMap(withAndWithoutNumber).some(isTrusted)
  );
}

/** How long somebody keeps a handle after changing it, and how long a former one is nobody else's. */
export const handleTimes = { changeDays: 30, heldBackDays: 90 };
