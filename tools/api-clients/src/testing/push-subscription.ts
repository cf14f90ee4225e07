import { createECDH } from 'node:crypto';

/** As a browser makes it. */
export function subscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { endpoint: 'https://push.example/x', keys: { p256dh, auth: 'A'.repeat(22) } };
}
