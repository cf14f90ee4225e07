import { Type, type Static } from 'typebox';

/** The reply of `/-/health`; its shape is that of the user service's document, and all services have it. */
export const HealthReportSchema = Type.Object(
  {
    commit: Type.String({ description: 'Source revision of the running build' }),
    dependencies: Type.Record(Type.String(), Type.Object({ status: Type.String() })),
    env: Type.String(),
    releasedOn: Type.String({ description: 'RFC 3339, UTC' }),
    startedAt: Type.String({ description: 'RFC 3339, UTC' }),
    status: Type.String(),
    version: Type.String(),
  },
  { title: 'HealthReport' },
);

export type HealthReport = Static<typeof HealthReportSchema>;
