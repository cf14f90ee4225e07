export { findLeaks } from './odd-secrets.js';
export { findWrongReplies, oddMessages, sendBytes, type OddMessage } from './odd-messages.js';
