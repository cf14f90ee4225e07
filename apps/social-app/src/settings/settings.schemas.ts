import { Type } from 'typebox';

const readReceipts = Type.Boolean({
  description:
    'Friends see up to where one has read. What is read while this is off stays private.',
});
const typing = Type.Boolean({ description: 'Friends see that one is writing.' });
const presence = Type.Boolean({ description: 'Friends see whether one is there.' });

export const SettingsSchema = Type.Object(
  { readReceipts, typing, presence },
  { description: 'All true until changed. None of them changes what one sees of others.' },
);

export const SettingsPatchSchema = Type.Partial(Type.Object({ readReceipts, typing, presence }), {
  minProperties: 1,
  description: 'What is left out stays as it is.',
});
