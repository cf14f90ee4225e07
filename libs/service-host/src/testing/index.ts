export { findWrongReplies, oddMessages, sendBytes, type OddMessage } from './odd-messages.js';
