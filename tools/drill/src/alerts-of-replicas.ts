import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { AlertFault } from './faults.js';
import { type Fleet, killAndStart } from './fleets.js';
import type { Replica } from './replica.js';

/** What happens to the replicas of a service, by its name. */
export function replicaAlerts({ service, replicas }: Fleet): Readonly<Record<string, AlertFault>> {
  const [first, second] = [replicas[0]!, replicas[1]!];
  const both = (act: (replica: Replica) => Promise<void>) => async () =>
    void (await Promise.all([first, second].map(act)));
  return {
    'every replica of a service ends': {
      alerts: ['ServiceGone', 'NobodyReady'],
      strike: both((replica) => replica.kill()),
      heal: both(killAndStart),
    },
    'a replica ends again and again': {
      alerts: ['ProcessRestarts'],
      async strike() {
        for (let time = 0; time < 3; time += 1) await killAndStart(first);
      },
      heal: () => Promise.resolve(),
    },
    'a replica computes': computing(first),
    'a replica holds memory': holdingMemory(first),
    'connections that nobody closes': holdingConnections(first, service.port),
  };
}

function computing(replica: Replica): AlertFault {
  // In each half second, in which Prometheus asks.
  const [heldMs, everyMs] = [350, 450];
  let timer: NodeJS.Timeout;
  return {
    alerts: ['EventLoopHeld'],
    async strike() {
      timer = setInterval(() => {
        replica.freeze();
        setTimeout(() => replica.thaw(), heldMs);
      }, everyMs);
    },
    async heal() {
      clearInterval(timer);
      await pause(everyMs);
      replica.thaw();
    },
  };
}

function holdingMemory(replica: Replica): AlertFault {
  const held = 'globalThis.held=Buffer.alloc(480*2**20,1)';
  return {
    alerts: ['MemoryNearLimit'],
    async strike() {
      await replica.kill();
      await replica.start({ NODE_OPTIONS: `--import=data:text/javascript,${held}` });
    },
    heal: () => killAndStart(replica),
  };
}

function holdingConnections(replica: Replica, port: number): AlertFault {
  // To load its modules a process opens hundreds of files.
  const [mostHandles, connections] = [500, 400];
  let idle: Socket[] = [];
  return {
    alerts: ['FileHandlesRunOut'],
    async strike() {
      await replica.kill();
      await replica.start({}, ['prlimit', `--nofile=${mostHandles}:${mostHandles}`]);
      await replica.untilReady();
      idle = Array.from({ length: connections }, () => connect(port, replica.address));
      for (const socket of idle) socket.on('error', () => undefined);
    },
    async heal() {
      for (const socket of idle) socket.destroy();
      await killAndStart(replica);
    },
  };
}
