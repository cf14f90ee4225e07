// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  http: [],
  cache: ['http'],
  outbound: ['http'],
  images: ['http', 'cache', 'outbound'],
  tweets: ['http', 'cache', 'outbound', 'images'],
  statuses: ['http', 'cache', 'outbound', 'images'],
  videos: ['http', 'cache', 'outbound', 'images'],
  pages: ['http', 'cache', 'outbound', 'images', 'statuses', 'tweets', 'videos'],
  elements: ['http'],
  oembed: ['http', 'cache', 'images', 'pages', 'statuses', 'tweets', 'videos'],
  embetty: ['http', 'cache', 'images', 'tweets'],
  playground: ['http', 'oembed', 'pages'],
};
