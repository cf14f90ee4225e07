/** A length or an offset as tus writes it; null for anything else: a sign, a fraction, more than a number can hold. */
export function parseBytes(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}

const form = /^[\x21-\x2b\x2d-\x7e]+(?: [A-Za-z\d+/]*={0,2})?$/;

/** `Upload-Metadata`: keys with values in Base64. Null when it is not written so, or names a key twice. */
export function parseMetadata(text: string): ReadonlyMap<string, string> | null {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.trim());
  if (!pairs.every((pair) => form.test(pair))) return null;
  const values = pairs.map((pair) => {
    const [key = '', value = ''] = pair.split(' ');
    return [key, Buffer.from(value, 'base64').toString('utf8')] as const;
  });
  const metadata = new Map(values);
  return metadata.size === pairs.length ? metadata : null;
}
