import { type Fault, integration, unit } from './fault.js';

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

const removed = (file: string, find: string, ...suites: Fault['suites']): Fault => ({
  file,
  find,
  replace: '',
  suites,
});

export const faults: readonly Fault[] = [
  removed(`${client}/src/create-http-client.ts`, `delete lower['cookie'];`, redirects),
  removed(`${client}/src/create-http-client.ts`, `delete lower['authorization'];`, redirects),
  {
    file: `${client}/src/create-http-client.ts`,
    find: 'sendOnce(parts, request, { url, first, signal })',
    replace:
      'sendOnce(parts, request, { url, first, signal: AbortSignal.timeout(request.deadline ?? 10_000) })',
    suites: [redirects],
  },
  {
    file: `${client}/src/create-http-client.ts`,
    find: 'url = checkHop(location, url, parts.isAllowed);',
    replace: 'url = new URL(location, url);',
    suites: [unit(client, 'address-guard')],
  },
  {
    file: `${client}/src/guarded-lookup.ts`,
    find: '!answers.every(',
    replace: '!answers.some(',
    suites: [unit(client, 'address-guard')],
  },
  removed(`${client}/src/read-body.ts`, 'rate?.end();', unit(client, 'hostile-servers')),

  {
    file: `${embed}/src/outbound/deadline.http.ts`,
    find: 'deadline: Math.floor(endsAt - performance.now())',
    replace: 'deadline: 5_000',
    suites: [retries],
  },
  removed(`${embed}/src/outbound/response-buffer.http.ts`, 'reservation.release();', retries),
  removed(`${embed}/src/outbound/bulkhead.http.ts`, 'clearTimeout(timer);', retries),
  removed(`${embed}/src/cache/lock.redis.ts`, 'clearInterval(timer);', leases),
  removed(`${embed}/src/cache/single-flight.ts`, 'await lease?.release(true);', leases),
  removed(`${embed}/src/cache/single-flight.ts`, 'await lease.release(shared);', leases),

  removed(`${host}/src/run-service.ts`, 'health.markStopping();', stopping),
  {
    file: `${host}/src/run-service.ts`,
    find: 'await service?.app.close();',
    replace: 'await service?.close(); await service?.app.close();',
    suites: [stopping],
  },
  {
    file: `${host}/src/run-service.ts`,
    find: 'await service?.app.close();',
    replace: 'await ops.close(); await service?.app.close();',
    suites: [stopping],
  },
  {
    file: `${host}/src/run-service.ts`,
    find: 'if (pause > 0 && !err)',
    replace: 'if (pause < 0)',
    suites: [stopping],
  },
  removed(
    `${host}/src/drain.ts`,
    `if (closing) void reply.header('connection', 'close');`,
    draining,
  ),
  removed(`${host}/src/drain.ts`, 'silent.forEach((socket) => socket.destroy());', draining),
  removed(`${host}/src/rate-limit.ts`, 'if (extra > 0) shared?.share(client, extra);', limits),
  removed(`${host}/src/rate-limit.ts`, 'shared?.share(client, 1);', limits),
  removed(`${host}/src/health.ts`, 'clearTimeout(timer);', unit(host, '(ops-server|health)')),

  {
    file: `${postgres}/src/folder-lock.ts`,
    find: 'if (await isListening(join(folder, other))) return false;',
    replace: '',
    suites: [folders],
  },
  {
    file: `${postgres}/src/folder-lock.ts`,
    find: 'return true;\n  } finally',
    replace: 'return false;\n  } finally',
    suites: [folders],
  },
  {
    file: `${postgres}/src/folder-lock.ts`,
    find: ' && (await exists(join(at.path, name)))',
    replace: '',
    suites: [folders],
    unnoticeable:
      'another process would have to look between the bind and the listen of one system call and the next',
  },
];
