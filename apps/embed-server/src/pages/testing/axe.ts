import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page as Tab } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** What axe has to say, of any impact: the rule and where it was broken first. */
export async function findings(tab: Tab): Promise<string[]> {
  if (!(await tab.evaluate(() => 'axe' in globalThis))) await tab.evaluate(script);
  const { violations } = await tab.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe.run(),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
