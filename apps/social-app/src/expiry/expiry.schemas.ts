import { Type } from 'typebox';
import { changed, nullable } from '../people/person.schemas.js';

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60];
/** Five minutes, an hour, eight hours, a day, a week, four weeks. */
const durations = [5 * minute, hour, 8 * hour, day, 7 * day, 28 * day];

export const ExpiryBodySchema = Type.Object({
  seconds: Type.Integer({
    enum: durations,
    description: 'Five minutes, an hour, eight hours, a day, a week or four weeks.',
  }),
});

export const ExpirySchema = Type.Object(
  { expirySeconds: nullable(Type.Integer(), 'Null: for good.') },
  { description: 'How long messages are kept that are sent from now on.' },
);

export const ChangedExpirySchema = changed('False when it was so already.', 'It is so for both.');
