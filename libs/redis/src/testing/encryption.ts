import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the servers of a test encrypt, and what a client of theirs needs. */
export interface Encryption {
  readonly scheme: 'redis' | 'rediss';
  /** Of the `redis.conf` of a server or sentinel on the port. */
  readonly lines: (port: number) => readonly string[];
  /** What a client is given: PEM texts. */
  readonly certificates: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Of `redis-cli`. */
  readonly flags: readonly string[];
  readonly remove: () => void;
}

export const noEncryption: Encryption = {
  scheme: 'redis',
  lines: () => [],
  certificates: {},
  flags: [],
  remove: () => undefined,
};

/** An authority of the test's own, which signed a certificate for 127.0.0.1 and, with `asksClients`, one for each client. */
export function createEncryption({ asksClients }: { asksClients: boolean }): Encryption {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-tls-'));
  const file = (name: string) => join(folder, name);
  const text = (name: string) => readFileSync(file(name), 'utf8');
  createAuthority(folder);
  sign(folder, 'server');
  if (asksClients) sign(folder, 'client');
  return {
    scheme: 'rediss',
    lines: (port) => [
      ...['port 0', `tls-port ${port}`, `tls-auth-clients ${asksClients ? 'yes' : 'no'}`],
      ...[`tls-ca-cert-file ${file('ca.pem')}`, `tls-cert-file ${file('server.pem')}`],
      ...[`tls-key-file ${file('server.key')}`, 'tls-replication yes'],
    ],
    certificates: {
      ca: text('ca.pem'),
      ...(asksClients && { cert: text('client.pem'), key: text('client.key') }),
    },
    flags: [
      ...['--tls', '--cacert', file('ca.pem')],
      ...(asksClients ? ['--cert', file('client.pem'), '--key', file('client.key')] : []),
    ],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const request = [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  ...['-nodes', '-days', '2'],
];

const openssl = (folder: string, parameters: readonly string[]) =>
  execFileSync('openssl', parameters, { stdio: 'ignore', cwd: folder });

function createAuthority(folder: string): void {
  const names = ['-subj', '/CN=test authority', '-keyout', 'ca.key', '-out', 'ca.pem'];
  openssl(folder, [...request, ...names]);
}

function sign(folder: string, name: string): void {
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const own = ['-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`];
  openssl(folder, [...request, ...own, ...signed]);
}
