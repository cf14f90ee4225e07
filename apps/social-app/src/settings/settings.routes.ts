import type { Server } from '@triptych/service-host';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { OwnSettings } from './settings.js';
import { SettingsPatchSchema, SettingsSchema } from './settings.schemas.js';

const tags = ['settings'];

const readSchema = {
  operationId: 'readSettings',
  summary: 'What one lets others see',
  tags,
  response: { 200: SettingsSchema },
};
const changeSchema = {
  operationId: 'changeSettings',
  summary: 'Change what one lets others see',
  tags,
  body: SettingsPatchSchema,
  response: { 200: SettingsSchema },
};

export async function settingsRoutes(
  app: Server,
  { guard, settings }: { guard: SessionGuard; settings: OwnSettings },
) {
  const onRequest = guard.authenticate;

  app.get('/settings', { onRequest, schema: readSchema }, (request) =>
    settings.read(guard.callerOf(request).userId),
  );

  app.patch('/settings', { onRequest, schema: changeSchema }, (request) =>
    settings.change(guard.callerOf(request).userId, request.body),
  );
}
