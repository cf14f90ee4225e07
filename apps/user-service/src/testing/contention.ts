import { setTimeout as pause } from 'node:timers/promises';
import { type LockSession, openLockSession } from '@triptych/postgres/testing';
import type { ServiceProcess } from '@triptych/testing';
import { type Reply, send, type SteadyLoad } from './steady-load.js';

/** Posts one registration after another until it is ended; each from `bodyOf`, at each of the services in turn. */
export function postAgainAndAgain(
  services: readonly ServiceProcess[],
  bodyOf: (n: number) => { readonly email: string; readonly key?: string },
) {
  const replies: Reply[] = [];
  let going = true;
  const running = (async () => {
    for (let n = 0; going; n += 1) {
      const { email, key } = bodyOf(n);
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
      const body = JSON.stringify({ FullName: 'Hot', Email: email });
      const { address } = services[n % services.length]!;
      replies.push(await send(`${address}/users`, email, { method: 'POST', body, headers }));
    }
  })();
  return {
    replies,
    async stop() {
      going = false;
      await running;
    },
  };
}

export type Poster = ReturnType<typeof postAgainAndAgain>;

/** From so many sides, changes and removes one user again and again until it is ended; returns all statuses. */
export function changeAgainAndAgain(service: ServiceProcess, email: string, sides: number) {
  const statuses: number[] = [];
  let going = true;
  const side = async (_: unknown, n: number) => {
    while (going) {
      const method = n % 2 ? 'PATCH' : 'DELETE';
      const body = n % 2 ? { Phone: '1', ...(n % 3 && { Email: email.toUpperCase() }) } : undefined;
      statuses.push(await manage(service, method, email, body));
    }
  };
  const running = Promise.all(Array.from({ length: sides }, side));
  return {
    async stop() {
      going = false;
      await running;
      return statuses;
    },
  };
}

/** The status of one request with the API key `key`. */
export async function manage(
  { address }: ServiceProcess,
  method: string,
  email: string,
  body?: object,
): Promise<number> {
  const reply = await fetch(`${address}/users/${email}`, {
    method,
    headers: { authorization: 'Bearer key' },
    ...(body && { body: JSON.stringify(body) }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** A user that is neither stored nor absent, until the session commits or rolls back. */
export function insertOn(session: LockSession, email: string) {
  return session.query(
    `INSERT INTO users (id, email, full_name) VALUES (gen_random_uuid(), $1, 'Held') ON CONFLICT DO NOTHING`,
    [email],
  );
}

/** The reports of all lines, by a service with the API key `key`. */
export async function importLines({ address }: ServiceProcess, emails: readonly string[]) {
  const body = emails.map((Email) => JSON.stringify({ FullName: 'Line', Email })).join('\n');
  const headers = { authorization: 'Bearer key' };
  const reply = await fetch(`${address}/users:import`, { method: 'POST', headers, body });
  const lines = (await reply.text()).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { readonly status: number });
}

/** From several sides, so many random steps each: what can meet a taken e-mail. Returns all statuses. */
export async function raceForEmails(service: ServiceProcess, count: number, random: () => number) {
  const email = () => `race-${Math.floor(random() * 6)}@example.org`;
  const call = async (method: string, path: string, body?: object, headers = {}) => {
    const reply = await fetch(`${service.address}${path}`, {
      method,
      headers: { authorization: 'Bearer key', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    await reply.arrayBuffer();
    return [reply.status];
  };
  const person = () => ({ FullName: 'Racer', Email: email() });
  const ways = [
    () => call('POST', '/users', person()),
    () => call('POST', '/users', person(), { 'idempotency-key': `race-${random()}` }),
    () => call('PATCH', `/users/${email()}`, { Email: email() }),
    () => call('PATCH', `/users/${email()}`, { Email: email(), Phone: '1' }),
    () => call('DELETE', `/users/${email()}`),
    async () => (await importLines(service, [email(), email()])).map(({ status }) => status),
  ];
  const side = async () => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) {
      statuses.push(...(await ways[Math.floor(random() * ways.length)]!()));
    }
    return statuses;
  };
  return (await Promise.all(Array.from({ length: 8 }, side))).flat();
}

export interface Attack {
  readonly url: string;
  readonly services: readonly ServiceProcess[];
  readonly hotEmails: readonly string[];
  readonly random: () => number;
  /** Ids of hot users that were removed. */
  readonly removed: string[];
}

type Step = (attack: Attack) => Promise<unknown>;

const pick = <T>({ random }: Attack, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)]!;
const moment = ({ random }: Attack) => pause(20 + random() * 400);

async function onSession(url: string, work: (session: LockSession) => Promise<unknown>) {
  const session = await openLockSession(url);
  try {
    await session.query('BEGIN');
    // A deadlock or a killed connection is what these are for.
    await work(session).catch(() => {});
    await session.query('ROLLBACK').catch(() => {});
  } finally {
    await session.end().catch(() => {});
  }
}

/** What others do to the database and to the processes, each for a moment. */
export const steps: Readonly<Record<string, Step>> = {
  'holds rows': (attack) =>
    onSession(attack.url, async (session) => {
      for (const email of [...attack.hotEmails].sort().slice(attack.random() * 3)) {
        await insertOn(session, email);
      }
      await moment(attack);
      await session.query(attack.random() < 0.5 ? 'COMMIT' : 'ROLLBACK');
    }),
  'locks rows in another order': (attack) =>
    onSession(attack.url, async (session) => {
      for (const email of [...attack.hotEmails].sort().reverse()) {
        await insertOn(session, email);
        await pause(10);
      }
    }),
  'locks the table': (attack) =>
    onSession(attack.url, async (session) => {
      await session.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
      await moment(attack);
    }),
  'removes hot users': ({ url, hotEmails, removed }) =>
    onSession(url, async (session) => {
      const rows = await session.query<{ id: string }>(
        `DELETE FROM users WHERE email = ANY ($1) AND full_name = 'Hot' RETURNING id`,
        [hotEmails],
      );
      await session.query('COMMIT');
      removed.push(...rows.map(({ id }) => id));
    }),
  'ends backends': ({ url }) =>
    onSession(url, (session) =>
      session.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'user-service' AND datname = current_database()`),
    ),
  'freezes a process': async (attack) => {
    const { child } = attack.services.at(-1)!;
    child.kill('SIGSTOP');
    await moment(attack);
    child.kill('SIGCONT');
  },
  imports: async (attack) => {
    const emails = Array.from({ length: 300 }, (_, n) =>
      n % 3 ? `line-${attack.random()}@example.org` : pick(attack, attack.hotEmails),
    );
    await importLines(pick(attack, attack.services), emails);
  },
};

/** The time that 99 of 100 registrations took at most. */
export function p99(load: Pick<SteadyLoad, 'registrations'>, from = 0): number {
  const times = load.registrations.slice(from).map(({ milliseconds }) => milliseconds);
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;
}

/** The same numbers for the same seed, in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
