import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import {
  callFaults,
  createCallFault,
  waitingFaults,
  type CallFaultName,
} from './testing/call-faults.js';
import { callScenes, type CallScene, type Hosts } from './testing/call-scenes.js';
import { createTestApp } from './testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from './testing/upstream-player.js';

// Each reply, each call that it takes while all hosts are well, each fault of that call. The calls are those that the hosts were
// asked for, so that one which is written tomorrow is tried, too. `PROPERTY_RUNS=1` tries every case; a suite tries one in twelve.

jest.setTimeout(process.env['PROPERTY_RUNS'] ? 600_000 : 60_000);

interface Case {
  readonly call: string;
  readonly fault: CallFaultName;
  readonly isPrimary: boolean;
}

interface Outcome extends Case {
  readonly status: number;
  readonly hasWords: boolean;
  readonly code: string | undefined;
  /** Whether the fault was met, and whether the reply came before its call was given up. */
  readonly wasAsked: boolean;
  readonly wasLeft: boolean;
  readonly sent: number;
  /** Minutes after which the reply is as if nothing had been. */
  readonly wholeAfter: number;
}

const isThorough = process.env['PROPERTY_RUNS'] !== undefined;
const megabyte = 1024 * 1024;

async function withHosts<T>(work: (hosts: Hosts) => Promise<T>): Promise<T> {
  const hosts = { asked: await startUpstream(), other: await startUpstream() };
  try {
    return await work(hosts);
  } finally {
    await Promise.all([hosts.asked.close(), hosts.other.close()]);
  }
}

function createApp({ asked, other }: Hosts, { environment }: CallScene, callDeadline: string) {
  return createTestApp(
    {
      OUTBOUND_ALLOW_HOSTS: `${asked.authority},${other.authority}`,
      // A reply waits for an eighth of it for what it does without.
      REQUEST_DEADLINE_MS: '6000',
      UPSTREAM_DEADLINE_MS: callDeadline,
      ...environment,
    },
    asked,
  );
}

const callsOf = (name: string, { calls }: UpstreamPlayer) =>
  calls.map((call) => `${name} ${call.replace('UNFORESEEN ', '')}`);

/** The reply while all hosts are well, and the calls that it took. */
async function readHealthy(hosts: Hosts, scene: CallScene) {
  const server = await createApp(hosts, scene, '6000');
  const { statusCode, body } = await server.app.inject(scene.path);
  await server.stop();
  expect([statusCode, body.includes(scene.words)]).toEqual([200, true]);
  const calls = [...callsOf('asked', hosts.asked), ...callsOf('other', hosts.other)];
  return { body, calls: [...new Set(calls)] };
}

async function run(hosts: Hosts, scene: CallScene, one: Case, whole: string): Promise<Outcome> {
  const isWaiting = waitingFaults.includes(one.fault);
  const server = await createApp(hosts, scene, one.isPrimary && isWaiting ? '1200' : '6000');
  const fault = createCallFault(one.fault);
  const [name, target] = one.call.split(' ') as ['asked' | 'other', string];
  hosts[name].intercept(({ url }) => (url === target ? fault.reply : undefined));
  const first = await server.app.inject(scene.path);
  const { wasAsked, wasLeft, sent } = fault;
  const isLeft = wasLeft();
  // On a busy machine what the reply does not wait for may be asked for after it.
  for (let waits = 0; !wasAsked() && waits < 200; waits += 1) await pause(10);
  const seen = { wasAsked: wasAsked(), wasLeft: isLeft };
  hosts[name].intercept(() => undefined);
  fault.end();
  await server.settled();
  let wholeAfter = 0;
  for (let body = ''; body !== whole && wholeAfter < 66; wholeAfter += 1) {
    server.wait(61);
    ({ body } = await server.app.inject(scene.path));
    // What is refreshed behind a reply is there for the next one.
    await server.settled();
  }
  await server.stop();
  const isProblem = String(first.headers['content-type']).startsWith('application/problem+json');
  return {
    ...one,
    ...seen,
    sent: sent(),
    status: first.statusCode,
    hasWords: first.body.includes(scene.words),
    code: isProblem ? String(first.json().code) : undefined,
    wholeAfter,
  };
}

// A domain that sends a page in place of WebFinger does not have it.
const answers: readonly CallFaultName[] = ['says 404', 'sends another type'];

const statusOf: Record<CallFaultName, number> = {
  hangs: 504,
  'drips a byte now and then': 504,
  'says 500': 502,
  'says 404': 404,
  'sends garbage': 502,
  'sends another type': 502,
  'sends without end': 502,
  'redirects in a circle': 502,
  'closes at once': 502,
};

function expectedStatus({ status }: CallScene, { call, fault, isPrimary }: Case): number {
  return status?.(call, fault) ?? (isPrimary ? statusOf[fault] : 200);
}

function judge(
  { sent, wholeAfter, wasLeft, ...outcome }: Outcome,
  { isPicture, isAnswer }: CallScene,
) {
  const { call, fault, isPrimary } = outcome;
  const isKept = answers.includes(fault) || isAnswer?.(call, fault);
  const bound = isPicture ? 65 : isKept ? 14 : 4;
  return {
    ...outcome,
    isWaitedFor: wasLeft && !isPrimary,
    // With what lies in sockets.
    isBounded: sent < 12 * megabyte,
    // What is gone, or another thing, is asked for again as late as what is there.
    isWholeSoon: wholeAfter <= bound || wholeAfter,
  };
}

function asExpected(scene: CallScene, one: Case) {
  const status = expectedStatus(scene, one);
  const isShown = status === 200;
  const rest = { isWaitedFor: false, isBounded: true, isWholeSoon: true };
  const code = isShown ? undefined : (expect.any(String) as string);
  return { ...one, status, hasWords: isShown, code, wasAsked: true, ...rest };
}

const scenes = Object.entries(callScenes).map(([name, play], at) => ({ name, play, at }));

describe.each(scenes)('$name', ({ play, at: first }) => {
  it('is shown without what fails, or says what failed, and is whole soon after', async () => {
    await withHosts(async (hosts) => {
      const scene = play(hosts);
      const healthy = await readHealthy(hosts, scene);
      const cases = healthy.calls.flatMap((call, number) =>
        callFaults
          .map((fault) => ({ call, fault, isPrimary: scene.primary.test(call) }))
          .filter((_, at) => isThorough || (at + number * 2 + first) % 12 === 0),
      );
      const outcomes: unknown[] = [];
      for (const one of cases)
        outcomes.push(judge(await run(hosts, scene, one, healthy.body), scene));
      expect(outcomes).toEqual(cases.map((one) => asExpected(scene, one)));
    });
  });
});
