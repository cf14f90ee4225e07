import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { UnreadableSecret } from './webhooks.errors.js';

/** How secrets are stored: who has the database alone cannot sign (ADR 0059). */
export interface SecretEncryption {
  /** @param owner the id of the webhook: under another the secret cannot be read */
  seal(secret: string, owner: string): string;
  /** @throws UnreadableSecret where it was sealed by another key, or for another owner, or was changed */
  open(sealed: string, owner: string): string;
}

const version = 'v1';
const nonceLength = 12;
const tagLength = 16;

/**
 * AES-256-GCM.
 *
 * @param keys the first seals, each opens, so that one can be replaced by another
 */
export function createSecretEncryption(keys: readonly string[]): SecretEncryption {
  const derived = keys.map(deriveKey);
  return {
    seal(secret, owner) {
      const { id, key } = derived[0]!;
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return [version, id, Buffer.concat([nonce, encrypted]).toString('base64url')].join('.');
    },
    open(sealed, owner) {
      const [of, keyId, content = ''] = sealed.split('.');
      const found = derived.find(({ id }) => id === keyId);
      if (of !== version || found === undefined) throw new UnreadableSecret();
      const bytes = Buffer.from(content, 'base64url');
      const nonce = bytes.subarray(0, nonceLength);
      try {
        const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, {
          authTagLength: tagLength,
        });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagLength));
        const text = decipher.update(bytes.subarray(nonceLength, -tagLength));
        return Buffer.concat([text, decipher.final()]).toString();
      } catch {
        throw new UnreadableSecret();
      }
    },
  };
}

function deriveKey(text: string) {
  const key = Buffer.from(hkdfSync('sha256', text, '', 'user-service webhook secrets', 32));
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}
