import { Type } from 'typebox';
import { chatId } from '../messages/messages.schemas.js';
import { changed } from '../people/person.schemas.js';

export const ChatParamsSchema = Type.Object({ chatId });

export const MarkedSchema = changed('False when it was so already, or no message is there to see.');
