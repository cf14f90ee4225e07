const imageHost =
  /^(pbs|abs|video)\.twimg\.com$|^i\.(vimeocdn|ytimg)\.com$|^(i\.scdn\.co|s2\.dmcdn\.net)$|\.(tiktokcdn|sndcdn|tedcdn)\.com$|^(files|media|cdn|av-cdn|upload)\./;
const imagePath = /\.(png|jpe?g|gif|webp|mp4|m3u8)$|^\/media_proxy\//i;

const isMedia = (url: URL) => imageHost.test(url.hostname) || imagePath.test(url.pathname);

function moved(text: string, origin: string): string {
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  return isMedia(url) ? `${origin}/media/${url.host}${url.pathname}${url.search}` : text;
}

/** The same answer with every media URL moved under `origin`; links to pages stay as they are. */
export function withMediaAt(origin: string, answer: unknown): unknown {
  if (typeof answer === 'string') return moved(answer, origin);
  if (Array.isArray(answer)) return answer.map((item) => withMediaAt(origin, item));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, withMediaAt(origin, value)]),
  );
}

/** Always the same one for the same path. */
function pick(names: readonly string[], path: string): string {
  const sum = [...path].reduce((total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) >>> 0, 7);
  return names[sum % names.length] ?? 'photo-1.jpg';
}

const avatars = ['avatar-1.png', 'avatar-2.png', 'avatar-3.png'];
const emojis = ['emoji-1.png', 'emoji-2.png'];
const photos = ['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg', 'photo-4.jpg'];

/** The drawing that stands in for a media path, or null for a film: there is none. */
export function pictureFor(path: string): string | null {
  if (/\.(mp4|m3u8)$/i.test(path)) return null;
  // One person keeps one face at every size.
  const person = path.replace(/_(normal|bigger|mini|\d+x\d+)(?=\.\w+$)|_\d+x\d+$/, '');
  if (/avatar|profile_images|portrait/.test(path)) return pick(avatars, person);
  if (/emoji/.test(path)) return pick(emojis, path.replace(/\/(static|original)\//, '/'));
  if (/card|news_img/.test(path)) return 'card.png';
  if (/header|banner/.test(path)) return 'banner.jpg';
  if (/ridge/.test(path)) return 'photo-1.jpg';
  if (/meadow/.test(path)) return 'photo-2.jpg';
  if (/\/video\/|video_thumb|media_proxy|\/small\//.test(path)) return 'poster.jpg';
  return pick(photos, path.replace(/\.\w+$/, '').replace(/feed_(?:thumbnail|fullsize)/, 'feed'));
}
