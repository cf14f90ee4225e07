import type { Fault } from '@triptych/schemas';

/** What TypeBox tells of a value that breaks its schema. */
export interface SchemaBreach {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params?: unknown;
}

/** Faults as clients are told them: one for each place, a missing member named by its own. */
export function validationFaults(breaches: readonly SchemaBreach[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { instancePath, message, params } of breaches) {
    const { requiredProperties } = (params ?? {}) as { requiredProperties?: string[] };
    const pointers = requiredProperties?.map((name) => `${instancePath}/${name}`);
    for (const pointer of pointers ?? [instancePath]) {
      const detail = pointers ? 'must be given' : (message ?? 'is not valid');
      if (!faults.has(pointer)) faults.set(pointer, { pointer, detail });
    }
  }
  return [...faults.values()];
}
