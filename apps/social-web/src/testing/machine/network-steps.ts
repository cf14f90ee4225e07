// What happens between everybody and the server.
import type { Releases } from '../releases.js';
import { healthy, type FaultyNetwork } from './faulty-network.js';
import { pick, type Random, type Weighted } from './random.js';

export interface Between {
  readonly network: FaultyNetwork;
  readonly server: Releases;
  /** A restart that is under way. */
  restarting: Promise<void> | null;
}

export type NetworkStep = (between: Between, random: Random) => string | null;

const slow: NetworkStep = ({ network }, random) => {
  const latencyMs = pick(random, [0, 50, 300, 1_000, 2_000]);
  network.conditions = { ...network.conditions, latencyMs };
  return `latency up to ${latencyMs} ms`;
};

const lossy: NetworkStep = ({ network }, random) => {
  const lossPercent = pick(random, [0, 0, 5, 20]);
  network.conditions = { ...network.conditions, lossPercent };
  return `${lossPercent} % of the requests are lost, and as many replies`;
};

const cut: NetworkStep = ({ network }) => {
  network.cut();
  return 'all connections break';
};

const down: NetworkStep = ({ network }) => {
  network.conditions = { ...network.conditions, isDown: true };
  return 'the gateway replies with 503';
};

const up: NetworkStep = ({ network }) => {
  if (network.conditions === healthy) return null;
  network.conditions = healthy;
  return 'the network is well';
};

const restart: NetworkStep = (between, random) => {
  if (between.restarting) return null;
  const signal = pick(random, ['SIGTERM', 'SIGKILL'] as const);
  between.restarting = between.server.restart(signal).finally(() => (between.restarting = null));
  return `the server is stopped (${signal}) and started`;
};

export const networkSteps: Weighted<NetworkStep> = [
  [6, slow],
  [4, lossy],
  [3, cut],
  [2, down],
  [7, up],
  [2, restart],
];
