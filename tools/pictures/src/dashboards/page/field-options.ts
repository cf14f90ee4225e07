import { FieldConfigOptionsRegistry, identityOverrideProcessor } from '@grafana/data';

/** What a panel says of its fields, with what Grafana takes where it says nothing. */
const standard: Readonly<Record<string, unknown>> = {
  unit: undefined,
  min: undefined,
  max: undefined,
  decimals: undefined,
  displayName: undefined,
  noValue: undefined,
  mappings: [],
  thresholds: undefined,
  color: { mode: 'palette-classic' },
};

const ofTimeSeries: Readonly<Record<string, unknown>> = {
  drawStyle: 'line',
  lineInterpolation: 'linear',
  lineStyle: undefined,
  lineWidth: 1,
  fillOpacity: 0,
  gradientMode: 'none',
  spanNulls: false,
  showPoints: 'auto',
  pointSize: 5,
  stacking: { mode: 'none', group: 'A' },
  axisPlacement: 'auto',
  axisSoftMin: undefined,
  axisSoftMax: undefined,
  axisLabel: '',
  scaleDistribution: { type: 'linear' },
  thresholdsStyle: { mode: 'off' },
  hideFrom: undefined,
};

const known = new Set([
  ...Object.keys(standard),
  ...Object.keys(ofTimeSeries).map((name) => `custom.${name}`),
]);

/** Grafana's own are made by its server's pages, which are in no package. */
export const fieldOptions = new FieldConfigOptionsRegistry(() => [
  ...Object.entries(standard).map(([path, value]) => option(path, path, value, false)),
  ...Object.entries(ofTimeSeries).map(([path, value]) =>
    option(`custom.${path}`, path, value, true),
  ),
]);

function option(id: string, path: string, standardValue: unknown, isCustom: boolean) {
  const process = (value: unknown) => identityOverrideProcessor(value ?? standardValue);
  return { id, path, isCustom, name: id, process, shouldApply: () => true, settings: {} };
}

interface FieldConfig {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly overrides: readonly { readonly properties: readonly { readonly id: string }[] }[];
}

/** @throws Error when the panel says something of its fields that would not be drawn */
export function assertDrawable(title: string, { defaults, overrides }: FieldConfig): void {
  const { custom = {}, ...others } = defaults;
  const named = [
    ...Object.keys(others),
    ...Object.keys(custom as object).map((name) => `custom.${name}`),
    ...overrides.flatMap(({ properties }) => properties.map(({ id }) => id)),
  ];
  const unknown = named.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`${title}: unknown options ${unknown.join()}`);
}
