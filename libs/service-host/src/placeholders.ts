// Secrets that nobody chose: what examples and templates hold until somebody replaces it. Outside of development a service
// does not start with one.

const isSecret = /(?:SECRET|PASSWORD|TOKEN|KEY)$/;
const placeholder =
  /^(?:replace|change[-_ ]?(?:me|this|it)|place-?holder|your[-_ ]|insert[-_ ]|to-?do\b|dummy|default|<.*>$|(.)\1*$|(?:secret|password|passwd|postgres|redis|admin|root|test|triptych)$)/i;

/**
 * The secrets among the variables of `config`, those in addresses too, that are placeholders.
 *
 * @returns a fault for each variable, without its value; none where `APP_ENV` is development
 */
export function placeholderFaults(config: Readonly<Record<string, unknown>>): string[] {
  if (config['APP_ENV'] === 'development') return [];
  return Object.entries(config)
    .filter(([name, value]) => typeof value === 'string' && secretsIn(name, value).some(isWeak))
    .map(([name]) => `${name} holds a placeholder, not a secret; choose one of your own`);
}

const isWeak = (secret: string) => placeholder.test(secret);

function secretsIn(name: string, value: string): string[] {
  if (name.endsWith('KEYS')) return value.split(/[\s,]+/);
  if (isSecret.test(name)) return [value];
  const [, inAddress] = /^[a-z0-9+-]+:\/\/[^/@:]*:([^@]+)@/i.exec(value) ?? [];
  const inQuery = Array.from(value.matchAll(/[?&][a-z_]*password=([^&]+)/gi), ([, word]) => word);
  return [inAddress, ...inQuery].filter((word) => word !== undefined);
}
