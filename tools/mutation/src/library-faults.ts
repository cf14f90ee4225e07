import { type Fault, integration, type Suite, unit } from './fault.js';

// Faults of mechanisms in libraries: a guard, a bound, a limit of time or a step that is missing.

const host = 'libs/service-host/src';
const postgres = 'libs/postgres/src';
const ofHost = (pattern: string) => unit('libs/service-host', pattern);
const ofPostgres = (pattern: string) => unit('libs/postgres', pattern);
const onServer = (pattern: string) => integration('libs/postgres', pattern);

type Change = readonly [find: string, replace?: string, unnoticeable?: string];

export const inFile = (
  file: string,
  suites: readonly Suite[],
  changes: readonly Change[],
): Fault[] =>
  changes.map(([find, replace = '', unnoticeable]) => ({
    ...{ file, find, replace, suites },
    ...(unnoticeable !== undefined && { unnoticeable }),
  }));

export const libraryFaults: readonly Fault[] = [
  ...inFile(
    `${host}/run-service.ts`,
    [ofHost('run-service')],
    [
      ['running.starting?.then(({ app }) => beginDraining(app)).catch(() => undefined);'],
      ['running.stopping = true;'],
      ['await service?.close();'],
      ['if (pause > 0 && !err)', 'if (pause > 0)'],
    ],
  ),
  ...inFile(
    `${host}/drain.ts`,
    [ofHost('(drain|create-server|run-service)')],
    [
      ['clearInterval(sweep);'],
      ['clearTimeout(end);'],
      ['if (draining) await serveLastRequests(app, connections);'],
      [
        'const end = setTimeout(() => cut(app, connections), endsAt - performance.now());',
        'const end = undefined;',
      ],
      [
        'const sweep = setInterval(() => closeSilent(app, connections), sweepInterval);',
        'const sweep = undefined;',
      ],
      [`socket.once('close', () => connections.delete(socket));`],
    ],
  ),
  ...inFile(
    `${host}/health.ts`,
    [ofHost('(ops-server|run-service)')],
    [
      [`if (this.phase === 'stopping') return;`],
      ['performance.now() - last.at > checkLifetime', 'performance.now() - last.at >= 0'],
      ['performance.now() - last.at > checkLifetime', 'false'],
      ['at < newest || '],
      [` || this.phase !== 'started') return`, ') return'],
      ['Promise.race([checked, timeout])', 'checked'],
      [`this.phase === 'started' && (await`, '(await'],
      ['if (outcome === late) void checked.then', 'if (outcome === null) void checked.then'],
      ['clearInterval(this.watch);'],
    ],
  ),
  ...inFile(
    `${host}/shared-quotas.ts`,
    [ofHost('shared-quotas'), integration('libs/service-host', 'rate-limit')],
    [
      [
        'math.min(window, math.ceil(owed + tonumber(ARGV[i])))',
        'math.ceil(owed + tonumber(ARGV[i]))',
      ],
      [' + since, now', ', now'],
      [`, 'PX', math.max(1, debt)`],
      ['if (this.sending) return;'],
    ],
  ),
  ...inFile(
    `${host}/quotas.ts`,
    [ofHost('quotas')],
    [
      ['now >= this.rotateAt || '],
      [' || this.recent.size >= this.most'],
      [' ?? this.older.get(client)'],
      ['now + Math.min(debt, this.window)', 'now + debt'],
    ],
  ),
  ...inFile(
    `${host}/send-buffers.ts`,
    [ofHost('(send-buffers|slow-readers)')],
    [
      ['if (user.count > 0) return;'],
      ['if (user) user.count += 1;', 'if (user) user.count += 0;'],
      ['this.#held === 0 || '],
      [' || waiting.progressAt > stalledBefore'],
      ['if (!this.#waiting.delete(waiting)) return;\n        waiting', 'waiting'],
    ],
  ),
  ...inFile(
    `${host}/slow-readers.ts`,
    [ofHost('slow-readers')],
    [
      [`socket.once('close', () => sendings.forEach((each) => each.release()));`],
      ['sendings.delete(sending);\n      sending.release();', 'sendings.delete(sending);'],
      ['this.#sending.progress();'],
    ],
  ),

  ...inFile(
    `${postgres}/batches.ts`,
    [ofPostgres('batches')],
    [
      ['this.waiting.splice(0, maxSize)', 'this.waiting.splice(0)'],
      ['this.underWay < concurrency', 'this.underWay <= concurrency'],
      ['const cancelAfter = 0.9;', 'const cancelAfter = 9;'],
      ['if (!mayRepeat) this.reject'],
      ['if (calls.length > 1 && mayBeOfOne(error)) return split(calls);'],
      ['if (apart.knows(locks)) return apart.join(call, locks);'],
      ['if (isContention(error) && isOne)', 'if (calls.length < 0)'],
      ['if (isCancelled(error) && isOne && calls.some(hasTime))', 'if (calls.length < 0)'],
      ['Math.min(cancelAt - began, sliceMs)', 'cancelAt - began'],
      ['cut = isCancelled(error) ? cut + 1 : 0;'],
      ['call.endWait();'],
      ['await pause(Math.min(afterLossMs', 'void (Math.min(afterLossMs'],
      ['if (isAbort(error)) return [calls];'],
      [
        'this.waiting = this.waiting.filter((call) => this.open.has(call));',
        '',
        'those who failed are passed over when their turn comes; until then they only take memory',
      ],
      [
        'forAllRequests(() => this.run(items, { signal, again }))',
        'this.run(items, { signal, again })',
      ],
    ],
  ),
  ...inFile(
    `${postgres}/contended.ts`,
    [ofPostgres('batches')],
    [
      ['if (this.attempted !== undefined) return;'],
      ['this.remember(locks);'],
      ['if (group.due < (next?.due ?? Infinity)) next = group', 'next ??= group'],
      ['for (const lock of group.locks) this.remembered.delete(lock);'],
    ],
  ),
  ...inFile(
    `${postgres}/connection.ts`,
    [onServer('(remote|hosts|faults|poolers|prisma-share)')],
    [
      [`this.on('error', () => {});`],
      ['this.cancelled = this.cancel();'],
      ['await this.cancelled;'],
      ['if (readOnly && this.servers.readWrite) throw new ReadOnlyServerError();'],
      ['delete config.name;'],
      [`else if (code !== '25006') return;`, 'else return;'],
      [`this.getTransactionStatus() === 'I' ? briefStatement`, 'false ? briefStatement'],
    ],
  ),
  ...inFile(
    `${postgres}/connection-pool.ts`,
    [onServer('(remote|request-time|prisma-share|hosts)')],
    [
      [': limit - (performance.now() - since)', ': limit'],
      ['(client as unknown as Connection).unlimit();'],
      ['left > 0 &&', 'left < 0 &&'],
      ['if (this.shared.delete(client)) this.share.release();'],
      ['share?.release();'],
      ['new Semaphore(shareOf(size))', 'new Semaphore(size)'],
      ['connection.waitsBriefly = waitsBriefly;'],
      ['if (isOver) return void client?.release();'],
      ['const longest = Math.min(limit, this.timeoutMs / 2);', 'const longest = Infinity;'],
    ],
  ),
  ...inFile(
    `${postgres}/semaphore.ts`,
    [ofPostgres('semaphore')],
    [
      ['clearTimeout(timer);'],
      ['this.waiting.delete(next);\n      giveUp', 'giveUp'],
      ['this.waiting.delete(next);\n    next', 'next'],
      ['} finally {\n      this.release();', '} finally {'],
    ],
  ),
  ...inFile(
    `${postgres}/retry.ts`,
    [ofPostgres('(database-errors|request-time)'), onServer('prisma-share')],
    [
      ['if (isContention(error)) return { error };'],
      [
        'if (attempt >= attempts || !isRetryable(error)) throw error;',
        'if (attempt >= attempts) throw error;',
      ],
      ['await waitBriefly(work)', 'await work()'],
      ['await repetitions.run(() => attempt(work), left)', 'await attempt(work)'],
      ['await pause(milliseconds);'],
      ['wait.end();'],
      [`lockWaits() === 'limited' && !/^`, `lockWaits() === 'brief' && !/^`],
      [
        ` && !/^\\s*SELECT\\b/i.test(query.sql)`,
        '',
        'what only reads waits for no lock: it saves the setting that would go along',
      ],
    ],
  ),
  ...inFile(
    `${postgres}/request-time.ts`,
    [ofPostgres('request-time'), onServer('(request-time|prisma-share)')],
    [
      ['if (isOver) return;'],
      ['if (this.waits === 0) this.left -=', 'if (this.waits === 0) this.left +='],
      ['if (this.waits === 0) this.left -=', 'this.left -='],
      ['Math.max(this.left - (now - this.since), 0)', 'this.left'],
      ['this.left = Infinity;'],
      ['current.run(undefined, work)', 'work()'],
    ],
  ),
  ...inFile(
    `${postgres}/embedded-folder.ts`,
    [ofPostgres('(embedded|migrations-killed)')],
    [
      ['await rm(fresh, { recursive: true, force: true });'],
      [`if (files.includes('PG_VERSION')) return path;`, 'if (files.length > 0) return path;'],
      [
        'await layOut(fresh);\n  // Over an empty folder, too.\n  await rename(fresh, path);',
        'await layOut(path);',
      ],
      ['if (await heldTables(path)) {', 'if (path.length === 0) {'],
    ],
  ),
  ...inFile(
    `${postgres}/statement-faults.ts`,
    [ofPostgres('statement-faults'), onServer('(faults|full-disk)')],
    [
      ['53|58|XX', '58|XX'],
      ['|25006|', '|'],
      [`if (reported.test(sqlState(error) ?? '')) changes`, 'changes'],
    ],
  ),
  ...inFile(
    `${postgres}/remote.ts`,
    [ofPostgres('remote'), onServer('(remote|poolers|prepared)')],
    [
      ['statement_timeout: `${timeoutMs}`,'],
      ['lock_timeout: `${Math.ceil(timeoutMs / 2)}`,'],
      ['names.size >= maxStatementNames', 'false'],
    ],
  ),
  ...inFile(
    `${postgres}/readiness.ts`,
    [onServer('(faults|hosts|remote)')],
    [
      ['if (readOnly) throw new ReadOnlyServerError();'],
      [` AND has_table_privilege(found, 'DELETE')`],
      ['if (lacksSchema) {', 'if (lacksSchema && readOnly) {'],
    ],
  ),
  ...inFile(
    `${postgres}/migrations.ts`,
    [ofPostgres('migrations'), onServer('migrations-(locks|pooled)|migrations.integration')],
    [
      [
        'if (!(await tryMigrationLock(session))) {',
        'if (!(await tryMigrationLock(session)) && next) {',
      ],
      [`new Set(['55P03', '40P01'])`, `new Set(['40P01'])`],
      ['await recordApplied(session, next);'],
      [
        'row !== undefined && state.pending.length > 0',
        'row !== undefined && state.pending.length < 0',
      ],
      [
        'if (next === undefined || !isRefusal(error)) throw error;',
        'if (next === undefined) throw error;',
      ],
      ['await keepReason(session, next, reason);'],
      ['if (await isInvalid(session, index)) {', 'if (index === undefined) {'],
      ['if (!(await isInvalid(session, index))) return;', 'return;'],
      ['await assertEncoding(session);'],
      ['blockedPause = Math.min(2 * blockedPause, longestPause);'],
      ['position = row?.position;', 'position = undefined;'],
    ],
  ),
];
