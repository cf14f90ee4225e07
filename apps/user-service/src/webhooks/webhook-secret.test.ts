import { Webhook } from 'standardwebhooks';
import { createWebhookSecret, signatureHeaders } from './webhook-secret.js';
import { createSecretEncryption } from './secret-encryption.js';
import { UnreadableSecret } from './webhooks.errors.js';

const message = { id: 'msg_1', body: '{"a":"ä"}' };

describe('signatures', () => {
  const verify = (secret: string, headers: Record<string, string>, body = message.body) =>
    new Webhook(secret).verify(body, headers);

  it('are valid for each of the secrets, and for no other', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()];
    const headers = signatureHeaders(message, secrets, Date.now());
    for (const secret of secrets) expect(verify(secret, headers)).toEqual({ a: 'ä' });
    expect(() => verify(createWebhookSecret(), headers)).toThrow();
  });

  it('are of this body, this id and this moment', () => {
    const secret = createWebhookSecret();
    const headers = signatureHeaders(message, [secret], Date.now());
    expect(() => verify(secret, headers, '{"a":"b"}')).toThrow();
    expect(() => verify(secret, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
    expect(() => verify(secret, signatureHeaders(message, [secret], Date.now() - 301_000))).toThrow(
      /too old/,
    );
    const later = String(Number(headers['webhook-timestamp']) + 60);
    expect(() => verify(secret, { ...headers, 'webhook-timestamp': later })).toThrow();
  });

  it('secrets have the prefix and 256 bits', () => {
    expect(createWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(createWebhookSecret()).not.toBe(createWebhookSecret());
  });
});

describe('secrets in the database', () => {
  const [key, other] = ['k'.repeat(32), 'o'.repeat(32)];
  const secret = createWebhookSecret();

  it('are read with the key that sealed them, also when it is no longer the first', () => {
    const sealed = createSecretEncryption([key]).seal(secret, 'w');
    expect(sealed).not.toContain(secret.slice(6));
    expect(sealed.length).toBeLessThan(255);
    expect(createSecretEncryption([other, key]).open(sealed, 'w')).toBe(secret);
    expect(createSecretEncryption([key]).seal(secret, 'w')).not.toBe(sealed);
  });

  it('are read with no other key, for no other webhook, and not when they were changed', () => {
    const sealed = createSecretEncryption([key]).seal(secret, 'w');
    const open =
      (keys: string[], text: string, owner = 'w') =>
      () =>
        createSecretEncryption(keys).open(text, owner);
    expect(open([other], sealed)).toThrow(UnreadableSecret);
    expect(open([key], sealed, 'x')).toThrow(UnreadableSecret);
    const at = sealed.length - 10;
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    for (const text of [changed, sealed.slice(0, 20), '', sealed.replace('v1', 'v2')])
      expect(open([key], text)).toThrow(UnreadableSecret);
  });
});
