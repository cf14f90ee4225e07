import { Type } from 'typebox';
import { changed, date, nullable } from '../people/person.schemas.js';

/** Ten years: whoever wants longer wants it for good. */
const longest = 10 * 366 * 24 * 60 * 60;

export const MuteBodySchema = Type.Object({
  seconds: nullable(
    Type.Integer({ minimum: 60, maximum: longest }),
    'From now on, by the clock of the server; null: for good.',
  ),
});

export const MutedSchema = Type.Object(
  { mutedUntil: date('The end of the year 9999 for good.') },
  { description: 'No device of the caller is notified of messages in this chat until then.' },
);

export const UnmutedSchema = changed('False when it was not muted.', 'Devices are notified again.');
