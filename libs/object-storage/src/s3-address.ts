/** A bucket, and where in it. */
export interface S3Address {
  /** Scheme, host and port. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
}

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const bucketForm = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const prefixForm = /^(?:[\w.-]+\/)*$/;
const regionForm = /^[a-z\d-]{1,64}$/;

/** `https://HOST/BUCKET/PREFIX?region=REGION`; `null` for anything else. Without a region it is `us-east-1`. */
export function parseS3Url(value: string): S3Address | null {
  if (!URL.canParse(value)) return null;
  const { protocol, origin, username, password, pathname, searchParams, hash } = new URL(value);
  const [bucket = '', ...folders] = pathname.slice(1).split('/');
  const prefix = folders.filter((part) => part !== '').map((part) => `${part}/`);
  const region = searchParams.get('region') ?? 'us-east-1';
  const isKnown = [...searchParams.keys()].every((name) => name === 'region');
  const isPlain = username === '' && password === '' && hash === '' && isKnown;
  if (!['https:', 'http:'].includes(protocol) || !isPlain) return null;
  if (!bucketForm.test(bucket) || !prefixForm.test(prefix.join(''))) return null;
  return regionForm.test(region)
    ? { endpoint: origin, bucket, prefix: prefix.join(''), region }
    : null;
}

/** Patterns of the variables, as a first look at each by itself. */
export const s3UrlPattern = '^https?://[^\\s#]+$';
export const s3KeyPattern = '^[\\x21-\\x7e]+$';

/** The three variables that say where objects are kept. */
export type S3Variables = Readonly<Record<'url' | 'id' | 'secret', string | undefined>>;

/** Null without an address; what `s3Faults` finds no fault with has keys as well. */
export function parseS3Variables({
  url,
  id = '',
  secret = '',
}: S3Variables): { readonly address: S3Address; readonly keys: S3Keys } | null {
  const address = url === undefined ? null : parseS3Url(url);
  return address && { address, keys: { accessKeyId: id, secretAccessKey: secret } };
}

/**
 * Faults of the three variables that say where objects are kept: of the address, and of keys without it.
 *
 * @param prefix of their names: `PREFIX_S3_URL`, `PREFIX_S3_ACCESS_KEY_ID`, `PREFIX_S3_SECRET_ACCESS_KEY`
 */
export function s3Faults(prefix: string, { url, id, secret }: S3Variables): string[] {
  const [urlName, keyNames] = [
    `${prefix}_S3_URL`,
    `${prefix}_S3_ACCESS_KEY_ID and ${prefix}_S3_SECRET_ACCESS_KEY`,
  ];
  if (url === undefined)
    return id === undefined && secret === undefined ? [] : [`${keyNames} want ${urlName}`];
  return [
    ...(parseS3Url(url) === null ? [`${urlName} is not https://HOST/BUCKET/PREFIX`] : []),
    ...(id === undefined || secret === undefined ? [`${urlName} wants ${keyNames}`] : []),
  ];
}
