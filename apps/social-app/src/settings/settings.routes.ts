import { operationsOf, type Server } from '@triptych/service-host';
import type { OwnSettings } from './settings.js';
import { SettingsPatchSchema, SettingsSchema } from './settings.schemas.js';

const operation = operationsOf('settings');
const response = { 200: SettingsSchema };
const read = operation('readSettings', 'What one lets others see', { response });
const change = operation('changeSettings', 'Change what one lets others see', {
  body: SettingsPatchSchema,
  response,
});

export async function settingsRoutes(app: Server, { settings }: { settings: OwnSettings }) {
  app.get('/settings', read, ({ caller }) => settings.read(caller.userId));

  app.patch('/settings', change, ({ caller, body }) => settings.change(caller.userId, body));
}
