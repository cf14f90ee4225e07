import { hasten } from '@triptych/drill';
import type { Dashboard, Panel, Series, Target } from './drawing.js';
import type { Range } from './record.js';

interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
}

/**
 * What Prometheus finds for each panel, by its id. Its times are a sixtieth of the usual ones, so those of the queries are, too.
 *
 * @param stepMs between two values of a line
 */
export async function queryPanels(
  prometheusUrl: string,
  dashboard: Dashboard,
  range: Range,
  stepMs: number,
): Promise<Record<number, Series[]>> {
  const found: Record<number, Series[]> = {};
  for (const panel of dashboard.panels)
    found[panel.id] = await queryPanel(prometheusUrl, dashboard, panel, range, stepMs);
  return found;
}

async function queryPanel(
  prometheusUrl: string,
  dashboard: Dashboard,
  { title, targets = [] }: Panel,
  { from, to }: Range,
  stepMs: number,
): Promise<Series[]> {
  const series: Series[] = [];
  for (const target of targets) {
    const query = hasten(resolved(target.expr, dashboard));
    const response = await fetch(`${prometheusUrl}/api/v1/query_range`, {
      method: 'POST',
      body: new URLSearchParams({
        query,
        // As Grafana does it, on multiples of the step.
        start: `${(Math.ceil(from / stepMs) * stepMs) / 1_000}`,
        end: `${to / 1_000}`,
        step: `${stepMs / 1_000}`,
      }),
    });
    const { data, error } = (await response.json()) as {
      data?: { result: Found[] };
      error?: string;
    };
    if (!data) throw new Error(`${title}: ${query}: ${error}`);
    series.push(...data.result.map((result) => seriesOf(result, target)));
  }
  return series;
}

const seriesOf = ({ metric, values }: Found, { refId, legendFormat }: Target): Series => ({
  refId,
  name: legendFormat.replace(/{{\s*(\w+)\s*}}/g, (_, label: string) => metric[label] ?? ''),
  labels: metric,
  times: values.map(([seconds]) => Math.round(seconds * 1_000)),
  values: values.map(([, value]) => Number(value)),
});

/** @throws Error when a variable is of a kind that is not known here */
function resolved(expr: string, { templating }: Dashboard): string {
  return expr.replace(/\$(?:{(\w+)}|(\w+))/g, (_, braced?: string, bare?: string) => {
    const variable = templating.list.find(({ name }) => name === (braced ?? bare));
    if (variable?.type !== 'custom' || !variable.includeAll)
      throw new Error(`${expr}: what is ${braced ?? bare}?`);
    return `(${variable.query.split(/\s*,\s*/).join('|')})`;
  });
}
