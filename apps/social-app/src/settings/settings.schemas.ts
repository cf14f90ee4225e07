import { Type } from 'typebox';

const readReceipts = Type.Boolean({
  description:
    'Friends are told up to where one has read. What is read while this is off stays private.',
});
const typing = Type.Boolean({ description: 'Friends are told that one is writing.' });
const presence = Type.Boolean({ description: 'Friends are told whether one is there.' });

export const SettingsSchema = Type.Object(
  { readReceipts, typing, presence },
  { description: 'All true until changed. None of them changes what one is told of others.' },
);

export const SettingsPatchSchema = Type.Object(
  {
    readReceipts: Type.Optional(readReceipts),
    typing: Type.Optional(typing),
    presence: Type.Optional(presence),
  },
  { minProperties: 1, description: 'What is left out stays as it is.' },
);
