import { applyFieldOverrides, type DataFrame, FieldType, type GrafanaTheme2 } from '@grafana/data';
import type { Drawing, Panel, Series } from '../drawing.js';
import { assertDrawable, fieldOptions } from './field-options.js';

/** Nothing on these pages is linked or named by a variable. */
export const asItIs = (text: string) => text;

/** What the queries found, formatted and coloured as the panel says. */
export function framesOf(panel: Panel, drawing: Drawing, theme: GrafanaTheme2) {
  const fieldConfig = panel.fieldConfig as Parameters<typeof assertDrawable>[1];
  assertDrawable(panel.title, fieldConfig);
  return applyFieldOverrides({
    data: (drawing.found[panel.id] ?? []).map((series) => frameOf(series, drawing.stepMs)),
    fieldConfig,
    fieldConfigRegistry: fieldOptions,
    replaceVariables: asItIs,
    theme,
    timeZone: 'utc',
  });
}

/** As Grafana's data source for Prometheus makes them. */
function frameOf({ refId, name, labels, times, values }: Series, interval: number): DataFrame {
  return {
    refId,
    length: times.length,
    fields: [
      { name: 'Time', type: FieldType.time, values: times, config: { interval } },
      {
        ...{ name: 'Value', type: FieldType.number, labels },
        // A division by zero is a gap, as in Grafana's own panels.
        values: values.map((value) => (Number.isFinite(value) ? value : null)),
        config: { displayNameFromDS: name },
      },
    ],
  };
}
