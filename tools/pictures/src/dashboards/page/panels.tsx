// The panels that our dashboards have, made of Grafana's components as its own plugins make them.
import {
  type DataFrame,
  dateTime,
  getDisplayValueAlignmentFactors,
  getFieldDisplayValues,
  type GrafanaTheme2,
} from '@grafana/data';
import { BigValue, TimeSeries, VizRepeater } from '@grafana/ui';
import type { ReactElement } from 'react';
import type { Drawing, Panel } from '../drawing.js';
import { asItIs } from './frames.js';

export interface Drawn {
  readonly panel: Panel;
  readonly drawing: Drawing;
  readonly frames: readonly DataFrame[];
  readonly theme: GrafanaTheme2;
  readonly width: number;
  readonly height: number;
}

export const panels: Readonly<Record<string, (drawn: Drawn) => ReactElement>> = {
  timeseries({ panel, drawing: { from, to }, frames, width, height }) {
    const legend = { displayMode: 'list', placement: 'bottom', calcs: [], showLegend: true };
    const [start, end] = [dateTime(from), dateTime(to)];
    return (
      <TimeSeries
        frames={frames}
        width={width}
        height={height}
        timeRange={{ from: start, to: end, raw: { from: start, to: end } }}
        timeZone="utc"
        legend={{ ...legend, ...(panel.options?.['legend'] as object) }}
        options={panel.options}
      />
    );
  },
  stat({ panel, frames, theme, width, height }) {
    const {
      colorMode = 'value',
      graphMode = 'area',
      textMode = 'auto',
      reduceOptions = { calcs: ['lastNotNull'] },
    } = panel.options ?? {};
    const values = getFieldDisplayValues({
      data: frames,
      fieldConfig: panel.fieldConfig,
      reduceOptions,
      replaceVariables: asItIs,
      sparkline: graphMode !== 'none',
      theme,
      timeZone: 'utc',
    });
    return (
      <VizRepeater
        source={frames}
        getValues={() => values}
        getAlignmentFactors={getDisplayValueAlignmentFactors}
        renderCounter={0}
        orientation="auto"
        width={width}
        height={height}
        autoGrid
        renderValue={({ value, alignmentFactors, count, width: w, height: h }) => (
          <BigValue
            {...{ colorMode, graphMode, textMode, theme, alignmentFactors, count }}
            value={value.display}
            sparkline={value.sparkline}
            justifyMode="auto"
            width={w}
            height={h}
          />
        )}
      />
    );
  },
};
