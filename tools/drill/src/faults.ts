import { setTimeout as pause } from 'node:timers/promises';
import type { TestSentinel } from '@triptych/redis/testing';
import type { DatabaseCluster, DatabaseNode } from './database-cluster.js';
import { type Fleet, killAndStart, restartOneByOne } from './fleets.js';

/** Something that happens to the services or to what they depend on, and its end where it does not end by itself. */
export interface Fault {
  readonly strike: () => Promise<void>;
  readonly heal?: () => Promise<void>;
}

/** A fault, and the alerts that must fire for it. */
export interface AlertFault extends Required<Fault> {
  readonly alerts: readonly string[];
}

/** Each fault, by its name. One happens at a time, to whoever has the role at that moment. */
export function faultsOf(
  database: DatabaseCluster,
  redis: TestSentinel,
  fleets: readonly Fleet[],
): Readonly<Record<string, Fault>> {
  return { ...faultsOfDatabase(database), ...faultsOfRedis(redis), ...faultsOfReplicas(fleets) };
}

function faultsOfDatabase(database: DatabaseCluster): Readonly<Record<string, Fault>> {
  const onPrimary = (
    strike: (node: DatabaseNode) => Promise<void>,
    heal?: (node: DatabaseNode) => Promise<void> | void,
  ): Fault => {
    let node: DatabaseNode;
    return {
      async strike() {
        node = await database.primary();
        await strike(node);
      },
      ...(heal && { heal: async () => heal(node) }),
    };
  };
  return {
    'the primary is killed': onPrimary((node) => node.killDatabase()),
    'the role of primary is handed over': { strike: () => database.switchOver() },
    'the primary is frozen': onPrimary(
      ({ host }) => host.signal('SIGSTOP'),
      ({ host }) => host.signal('SIGCONT'),
    ),
    'the primary is cut off': onPrimary(
      ({ host }) => host.cutOff(),
      ({ host }) => host.reconnect(),
    ),
    'the machine of the primary is lost': onPrimary(
      ({ host }) => host.signal('SIGKILL'),
      (node) => node.start(),
    ),
    'etcd is frozen': {
      async strike() {
        database.freezeAgreement();
        // Longer than the role of a primary is valid without being renewed.
        await pause(30_000);
      },
      heal: async () => database.thawAgreement(),
    },
  };
}

function faultsOfRedis(redis: TestSentinel): Readonly<Record<string, Fault>> {
  const onMaster = (strike: 'kill' | 'freeze', heal: 'start' | 'thaw'): Fault => {
    let server: Awaited<ReturnType<TestSentinel['masterOf']>>;
    return {
      async strike() {
        server = await redis.masterOf('any');
        await server[strike]();
      },
      heal: async () => server[heal](),
    };
  };
  return {
    'the master of Redis is killed': onMaster('kill', 'start'),
    'the master of Redis is frozen': onMaster('freeze', 'thaw'),
  };
}

function faultsOfReplicas(fleets: readonly Fleet[]): Readonly<Record<string, Fault>> {
  const onEach = (act: (fleet: Fleet) => Promise<void> | void) => async () => {
    await Promise.all(fleets.map(async (fleet) => act(fleet)));
  };
  return {
    'a replica of each service is killed': {
      strike: onEach(({ replicas: [, second] }) => killAndStart(second!)),
    },
    'a replica of each service is frozen': {
      strike: onEach(({ replicas: [first] }) => first!.freeze()),
      heal: onEach(({ replicas: [first] }) => first!.thaw()),
    },
    'all replicas are restarted one by one': { strike: onEach(restartOneByOne) },
  };
}
