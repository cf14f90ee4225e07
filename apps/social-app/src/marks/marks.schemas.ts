import { changed } from '../people/person.schemas.js';

export const MarkedSchema = changed('False when it was so already, or no message is there to see.');
