// What is used here of packages that are installed outside the repository when the tool runs.
declare module '@grafana/data' {
  export interface Field {
    readonly name: string;
    readonly type: string;
    readonly values: readonly (number | null)[];
    readonly labels?: Readonly<Record<string, string>>;
    readonly config: object;
  }
  export interface DataFrame {
    readonly refId: string;
    readonly length: number;
    readonly fields: readonly Field[];
  }
  export interface GrafanaTheme2 {
    readonly colors: {
      readonly background: Readonly<Record<'canvas', string>>;
      readonly text: Readonly<Record<'primary' | 'secondary', string>>;
    };
    readonly typography: { readonly fontFamily: string };
  }
  export interface FieldDisplay {
    readonly display: object;
    readonly sparkline?: object;
  }
  export class FieldConfigOptionsRegistry {
    constructor(init: () => readonly object[]);
  }
  export class EventBusSrv {}
  export const FieldType: Readonly<Record<'time' | 'number', string>>;
  export const ThemeContext: import('react').Context<GrafanaTheme2>;
  export const identityOverrideProcessor: (value: unknown) => unknown;
  export const standardFieldConfigEditorRegistry: object;
  export function createTheme(options: {
    readonly colors: { readonly mode: 'light' | 'dark' };
  }): GrafanaTheme2;
  export function dateTime(at: number): object;
  export function dateTimeFormat(at: number, options: { readonly timeZone: string }): string;
  export function applyFieldOverrides(options: object): readonly DataFrame[];
  export function getFieldDisplayValues(options: object): readonly FieldDisplay[];
  export function getDisplayValueAlignmentFactors(values: readonly FieldDisplay[]): object;
}

declare module '@grafana/ui' {
  import type { ComponentType, ReactElement, ReactNode } from 'react';
  import type { FieldDisplay } from '@grafana/data';

  interface Repeated {
    readonly value: FieldDisplay;
    readonly width: number;
    readonly height: number;
    readonly alignmentFactors: object;
    readonly count: number;
  }
  export const BigValue: ComponentType<Record<string, unknown>>;
  export const GlobalStyles: ComponentType;
  export const Icon: ComponentType<{ readonly name: string }>;
  export const PanelChrome: ComponentType<{
    readonly title: string;
    readonly description?: string | undefined;
    readonly width: number;
    readonly height: number;
    readonly children: (width: number, height: number) => ReactNode;
  }>;
  export const PanelContextProvider: ComponentType<{
    readonly value: object;
    readonly children: ReactNode;
  }>;
  export const TimeSeries: ComponentType<Record<string, unknown>>;
  export const VizRepeater: ComponentType<{
    readonly source: unknown;
    readonly getValues: () => readonly FieldDisplay[];
    readonly getAlignmentFactors: (values: readonly FieldDisplay[]) => object;
    readonly renderValue: (repeated: Repeated) => ReactElement;
    readonly renderCounter: number;
    readonly orientation: string;
    readonly width: number;
    readonly height: number;
    readonly autoGrid: boolean;
  }>;
}

declare module '@fontsource/*';
