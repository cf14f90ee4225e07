import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from './replica.js';
import { untilOk } from './until-ok.js';

const shipped = new URL('../../../docker/gateway/haproxy.cfg', import.meta.url);
const listening = { 'embed-server': 8081, 'user-service': 8080, 'social-app': 8082, ops: 8404 };

export interface Balancer {
  /** Base URL at which a service is reached. */
  readonly urlOf: (service: string) => string;
  readonly close: () => Promise<void>;
}

/**
 * HAProxy with the file that is deployed. It listens on loopback, and has the addresses of replicas instead of looking for
 * them by DNS, which the images behind the gateway show (`.ci/containers`).
 *
 * @param ports by name of a service and `ops`
 * @param folder for its file
 */
export async function startBalancer(
  services: readonly Service[],
  addresses: readonly string[],
  ports: Readonly<Record<keyof typeof listening, number>>,
  folder: string,
): Promise<Balancer> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, adapt(await readFile(shipped, 'utf8'), services, addresses, ports));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  await once(child, 'spawn');
  await untilOk(`http://127.0.0.1:${ports.ops}/-/live`, child, 'HAProxy');
  return {
    urlOf: (service) => `http://127.0.0.1:${ports[service as keyof typeof listening]}`,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function adapt(
  text: string,
  services: readonly Service[],
  addresses: readonly string[],
  ports: Readonly<Record<keyof typeof listening, number>>,
): string {
  let adapted = text;
  for (const [name, port] of Object.entries(listening)) {
    const own = `bind 127.0.0.1:${ports[name as keyof typeof listening]}`;
    adapted = replaced(adapted, new RegExp(`bind :${port}\\b`, 'g'), own);
  }
  for (const { name, port, opsPort } of services) {
    const template = new RegExp(
      `^ *server-template replica- \\d+ "\\$\\{\\w+-${name}\\}":\\d+ check port \\d+$`,
      'gm',
    );
    const lines = addresses.map(
      (address, n) => `  server replica-${n + 1} ${address}:${port} check port ${opsPort}`,
    );
    adapted = replaced(adapted, template, lines.join('\n'));
  }
  return adapted;
}

function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`haproxy.cfg has nothing like ${pattern.source}`);
  return text.replace(pattern, by);
}
