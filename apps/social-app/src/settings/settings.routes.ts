import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { OwnSettings } from './settings.js';
import { SettingsPatchSchema, SettingsSchema } from './settings.schemas.js';

export interface SettingsRoutesOptions {
  readonly guard: SessionGuard;
  readonly settings: OwnSettings;
}

const tags = ['settings'];
const signedOut = { 401: 'Not signed in.' };

const readSchema = { tags, response: { 200: SettingsSchema, ...problemResponses(signedOut) } };
const changeSchema = {
  tags,
  body: SettingsPatchSchema,
  response: {
    200: SettingsSchema,
    ...problemResponses({ ...signedOut, 422: 'The body does not have the documented shape.' }),
  },
};

export const settingsRoutes: FastifyPluginAsyncTypebox<SettingsRoutesOptions> = async (
  app,
  { guard, settings },
) => {
  const onRequest = guard.authenticate;

  app.get('/settings', { onRequest, schema: readSchema }, (request) =>
    settings.read(guard.callerOf(request).userId),
  );

  app.patch('/settings', { onRequest, schema: changeSchema }, (request) =>
    settings.change(guard.callerOf(request).userId, request.body),
  );
};
