import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseCluster, DatabaseNode } from './database-cluster.js';
import type { AlertFault } from './faults.js';
import { type Prometheus, startPrometheus } from './prometheus.js';

const alert = 'NoSynchronousStandby';
/** The alert waits for five seconds here, Patroni for twenty until a machine that is lost counts as such. */
const changesWithinMs = 120_000;

/**
 * The machines of both standbys are lost, so that nobody could take over, and the alert for that must fire for as long, by
 * the metrics of Patroni itself. Wants `prometheus` on the path.
 *
 * @param folder for the files of Prometheus
 */
export function standbyFault(database: DatabaseCluster, folder: string): AlertFault {
  let lost: readonly DatabaseNode[] = [];
  let prometheus: Prometheus | undefined;
  return {
    alerts: [alert],
    async strike() {
      const targets = database.nodes.map(({ host }) => `${host.address}:8008`);
      const home = await mkdtemp(join(folder, 'prometheus-'));
      prometheus = await startPrometheus(targets, home, '/metrics');
      const primary = await database.primary();
      lost = database.nodes.filter((node) => node !== primary);
      for (const { host } of lost) await host.signal('SIGKILL');
      await until(true);
    },
    async heal() {
      for (const node of lost) await node.start();
      await until(false);
      await prometheus?.close();
    },
  };

  async function until(isFiring: boolean): Promise<void> {
    const latest = performance.now() + changesWithinMs;
    while ((await prometheus?.firing())?.has(alert) !== isFiring) {
      if (performance.now() > latest)
        throw new Error(`${alert} ${isFiring ? 'did not fire' : 'fires for ever'}`);
      await pause(500);
    }
  }
}
