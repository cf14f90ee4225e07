export { startLocalInbox, type KeptMail, type LocalInbox } from './local-inbox.js';
