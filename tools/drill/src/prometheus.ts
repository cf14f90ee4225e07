import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@triptych/free-port';
import { untilOk } from './until-ok.js';

const shipped = fileURLToPath(new URL('../../../docker/monitoring/', import.meta.url));
const ruleFiles = ['objectives.rules.yaml', 'alerts.rules.yaml'];
/** A minute of the rules is a second of the drill. */
export const faster = 60;
const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Prometheus with the rules that are shipped. */
export interface Prometheus {
  /** Names of all rules that alert. */
  readonly alerts: readonly string[];
  /** Where its API is. */
  readonly url: string;
  /** Names of those that fire now. */
  firing(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

/**
 * Prometheus of the path, which asks every half second and goes by the shipped rules with all their times divided by sixty.
 *
 * @param targets addresses with a port
 * @param folder for its files
 * @param path of the metrics of each target
 */
export async function startPrometheus(
  targets: readonly string[],
  folder: string,
  path = '/-/metrics',
): Promise<Prometheus> {
  const texts = await Promise.all(ruleFiles.map((name) => readFile(join(shipped, name), 'utf8')));
  for (const [n, name] of ruleFiles.entries()) {
    await writeFile(join(folder, name), hasten(texts[n]!));
  }
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, JSON.stringify(settingsFor(targets, path)));
  const { address, close } = await runPrometheus(file, folder);
  await untilLookedTwice(address, targets.length);
  return {
    url: `http://${address}`,
    alerts: texts.flatMap((text) => [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)),
    async firing() {
      const response = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const found = data.alerts.filter(({ state }) => state === 'firing');
      return new Set(found.map(({ labels }) => labels.alertname));
    },
    close,
  };
}

/**
 * Prometheus with what one that has ended left in its folder. It asks nobody.
 *
 * @param folder of the former one
 */
export async function reopenPrometheus(folder: string): Promise<Pick<Prometheus, 'url' | 'close'>> {
  const file = join(folder, 'reopened.yml');
  await writeFile(file, '{}');
  const { address, close } = await runPrometheus(file, folder);
  return { url: `http://${address}`, close };
}

async function runPrometheus(file: string, folder: string) {
  const address = `127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=${address}`,
    '--query.lookback-delta=3s',
    '--log.level=error',
  ];
  const child = spawn('prometheus', options, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  await once(child, 'spawn');
  await untilOk(`http://${address}/-/ready`, child, 'Prometheus');
  return {
    address,
    close: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** JSON is YAML. */
const settingsFor = (targets: readonly string[], path: string) => ({
  global: { scrape_interval: '500ms', evaluation_interval: '500ms', scrape_timeout: '500ms' },
  rule_files: ruleFiles,
  scrape_configs: [
    {
      job_name: 'triptych',
      metrics_path: path,
      honor_labels: true,
      static_configs: [{ targets }],
    },
  ],
});

/** What it sees at its first look, some seconds after its start, has not increased. */
async function untilLookedTwice(address: string, targets: number): Promise<void> {
  for (let seen = 0; seen < targets; await pause(1_000)) {
    const response = await fetch(`http://${address}/api/v1/query?query=count_over_time(up[10s])>1`);
    const { data } = (await response.json()) as { data: { result: object[] } };
    seen = data.result.length;
  }
}

/** Windows and waits of rules or queries, divided. */
export function hasten(rules: string): string {
  const divided = (count: string, unit: string) =>
    `${Math.round((Number(count) * secondsIn[unit]! * 1_000) / faster)}ms`;
  return rules
    .replace(/\[(\d+)([smhd])\]/g, (_, count: string, unit: string) => `[${divided(count, unit)}]`)
    .replace(
      /for: (\d+)([smhd])/g,
      (_, count: string, unit: string) => `for: ${divided(count, unit)}`,
    );
}
