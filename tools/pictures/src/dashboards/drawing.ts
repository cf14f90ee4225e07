// What the page draws: a dashboard's JSON as far as it is understood here, and what its queries found.

/** Values of one line, beside the times of the drawing. */
export interface Series {
  readonly refId: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly Target[];
  readonly fieldConfig?: object;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat: string;
  readonly instant?: boolean;
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string;
  readonly includeAll?: boolean;
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly templating: { readonly list: readonly Variable[] };
  readonly panels: readonly Panel[];
}

export interface Drawing {
  readonly dashboard: Dashboard;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  /** By the id of the panel. */
  readonly found: Readonly<Record<number, readonly Series[]>>;
}
