// The language without its doors to everything: no `eval`, `Function`, `globalThis`, `SharedArrayBuffer`.
export const language = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'DataView', 'Date', 'Error'],
  ...['Float64Array', 'Infinity', 'Int32Array', 'Intl', 'Iterator', 'JSON', 'Map', 'Math', 'NaN'],
  ...['Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'Reflect', 'RegExp', 'Set', 'String'],
  ...['Symbol', 'SyntaxError', 'TypeError', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array'],
  ...['WeakMap', 'WeakRef', 'WeakSet', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'undefined'],
];
