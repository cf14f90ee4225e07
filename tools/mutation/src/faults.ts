import { appFaults } from './app-faults.js';
import { type Fault, integration, type Suite, unit } from './fault.js';
import { libraryFaults } from './library-faults.js';

// Faults that no operator makes: a lock, a lease, a timer or a step of stopping that is missing or in the wrong place.

const embed = 'apps/embed-server';
const client = 'libs/http-client';
const host = 'libs/service-host';
const postgres = 'libs/postgres';

const [redirects, retries] = [unit(client, 'redirects'), unit(embed, 'src/outbound/')];
const [stopping, draining] = [
  unit(host, 'run-service'),
  unit(host, '(drain|create-server|run-service)'),
];
const limits = integration(host, 'rate-limit');
const leases = integration(embed, 'src/cache/(lock|shared-cache)');
const folders = unit(postgres, 'folder-lock');

const changed = (file: string, find: string, replace: string, ...suites: Suite[]): Fault => ({
  file,
  find,
  replace,
  suites,
});
const removed = (file: string, find: string, ...suites: Suite[]) =>
  changed(file, find, '', ...suites);

export const faults: readonly Fault[] = [
  changed(
    `${client}/src/redirects.ts`,
    `['authorization', 'cookie']`,
    `['authorization']`,
    redirects,
  ),
  changed(`${client}/src/redirects.ts`, `['authorization', 'cookie']`, `['cookie']`, redirects),
  changed(
    `${client}/src/redirects.ts`,
    'checkHop(location, response.url, isAllowed)',
    'new URL(location, response.url)',
    unit(client, 'address-guard'),
  ),
  changed(
    `${client}/src/create-http-client.ts`,
    'runOnce(parts, hop, signal)',
    'runOnce(parts, hop, AbortSignal.timeout(request.deadline ?? 10_000))',
    redirects,
  ),
  changed(
    `${client}/src/create-http-client.ts`,
    'checkUrl(request.url, parts.isAllowed)',
    'new URL(request.url)',
    unit(client, 'address-guard'),
  ),
  changed(
    `${client}/src/guarded-lookup.ts`,
    '!answers.every(',
    '!answers.some(',
    unit(client, 'address-guard'),
  ),
  removed(`${client}/src/read-body.ts`, 'rate?.end();', unit(client, 'hostile-servers')),

  changed(
    `${embed}/src/outbound/deadline.http.ts`,
    'deadline: Math.floor(endsAt - performance.now())',
    'deadline: 5_000',
    retries,
  ),
  removed(`${embed}/src/outbound/response-buffer.http.ts`, 'reservation.release();', retries),
  removed(`${embed}/src/outbound/bulkhead.http.ts`, 'clearTimeout(timeout);', retries),
  removed(`${embed}/src/cache/lock.redis.ts`, "await run('release', release, openFor);", leases),
  removed(`${embed}/src/cache/single-flight.ts`, 'await lease?.release(true);', leases),
  removed(`${embed}/src/cache/single-flight.ts`, 'await lease.release(shared);', leases),

  removed(`${host}/src/run-service.ts`, 'health.markStopping();', stopping),
  changed(
    `${host}/src/run-service.ts`,
    'await service?.app.close();',
    'await service?.close(); await service?.app.close();',
    stopping,
  ),
  changed(
    `${host}/src/run-service.ts`,
    'await service?.app.close();',
    'await ops.close(); await service?.app.close();',
    stopping,
  ),
  changed(`${host}/src/run-service.ts`, 'if (pause > 0 && !err)', 'if (pause < 0)', stopping),
  removed(
    `${host}/src/drain.ts`,
    `if (draining) void reply.header('connection', 'close');`,
    draining,
  ),
  removed(`${host}/src/rate-limit.ts`, 'if (extra > 0) shared?.share(client, extra);', limits),
  removed(`${host}/src/rate-limit.ts`, 'shared?.share(client, 1);', limits),

  changed(
    `${postgres}/src/folder-lock.ts`,
    'if (await isListening(join(folder, other))) return false;',
    '',
    folders,
  ),
  changed(
    `${postgres}/src/folder-lock.ts`,
    'return true;\n  } finally',
    'return false;\n  } finally',
    folders,
  ),
  {
    file: `${postgres}/src/folder-lock.ts`,
    find: ' && (await exists(join(at.path, name)))',
    replace: '',
    suites: [folders],
    unnoticeable:
      'another process would have to look between the bind and the listen of one system call and the next',
  },
  ...libraryFaults,
  ...appFaults,
];
