import type { Static, TObject } from 'typebox';
import { ConfigError, type HostConfig, hostFaults, loadConfig } from '../config.js';

const secret = 'S3cr3t';

/** Signs that end a part of an address, an escape or a line, or that only some programs take for text. */
const signs = [
  ...[
    '',
    '/',
    '//',
    '#',
    '?',
    '&',
    '=',
    '%',
    '%zz',
    '%00',
    '@',
    '@@',
    ':',
    ';',
    ',',
    '[',
    ']',
    '\\',
  ],
  ...[
    '"',
    "'",
    '`',
    '<',
    '{',
    '|',
    '^',
    '~',
    '$',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\0',
    '\u202e',
    'é',
    '\ud800',
  ],
];

/** Where people put a secret, and where it lands by mistake. */
const forms: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `${word},${word}`,
  (word) => `host:${word}`,
  (word) => `-----BEGIN PRIVATE KEY-----\n${word}\n-----END PRIVATE KEY-----`,
  ...['postgres', 'rediss', 'redis+sentinel', 'https'].flatMap((scheme) => [
    (word: string) => `${scheme}://user:${word}@host:1/name`,
    (word: string) => `${scheme}://host:1,${word}:2/name`,
    (word: string) => `${scheme}://host/name?password=${word}&${word}=1`,
    (word: string) => `${scheme}:${word}`,
  ]),
];

/** Each variable is tried with one value in so many, and each value with one variable in so many. */
const oneIn = process.env['PROPERTY_RUNS'] === undefined ? 7 : 1;

/**
 * Puts secrets with odd signs, in many forms, into the variables of `schema`, and reads the environment. With
 * `PROPERTY_RUNS` set it is every sign in every form in every variable, else one in seven of these, the same ones each time.
 *
 * @returns what was wrong, by variable and value: a fault that holds the secret or does not name its variable, and any
 * other error than a `ConfigError`
 */
export function findLeaks<S extends TObject>(
  schema: S,
  check: (config: Static<S>) => readonly string[] = () => [],
): string[] {
  const words = signs.map((sign) => secret + sign + secret);
  const values = words.flatMap((word) => forms.map((form) => form(word)));
  const variables = Object.keys(schema.properties).flatMap((name) => [
    { name, values },
    // No content of a file: it is read as the variable is.
    { name: `${name}_FILE`, values: words },
  ]);
  const checkAll = (config: Static<S>) => [
    ...hostFaults(config as unknown as HostConfig),
    ...check(config),
  ];
  return variables.flatMap(({ name, values }, number) =>
    values.flatMap((value, at) => {
      if ((at + number) % oneIn !== 0) return [];
      const leak = findLeak(name, () => loadConfig(schema, { [name]: value }, checkAll));
      return leak === null ? [] : [`${name}=${JSON.stringify(value)}: ${leak}`];
    }),
  );
}

function findLeak(name: string, load: () => unknown): string | null {
  try {
    load();
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) return `throws ${String(error)}`;
    if (error.message.includes(secret)) return 'the message holds the secret';
    return error.message.includes(name) ? null : 'the message does not name the variable';
  }
}
