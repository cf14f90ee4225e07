// Preloaded into a measured server, so that what it holds can be told from what nobody has collected yet.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
// Of the signals that end nothing, one that a server has no use for.
process.on('SIGWINCH', () => collect());
