// What the device keeps, asked for before anything else of the client has run: the browser reads while the rest runs.
import { openedChat, readDeviceCopy } from '../store/device-copy.js';

const isAtMessage = new URLSearchParams(location.search).has('at');

export const keptAtStart = readDeviceCopy(openedChat(location.pathname), isAtMessage);
