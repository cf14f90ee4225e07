export { EmbedError, mayPass, type EmbedErrorCode, type EmbedErrorFacts } from './embed-error.js';
export { fetchEmbed, type Embed, type EmbedFacts, type EmbedOptions } from './fetch-embed.js';
