// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  http: [],
  cache: ['http'],
  elements: ['http'],
  outbound: ['http'],
  images: ['cache', 'outbound'],
  embetty: ['http', 'cache', 'images', 'tweets'],
  oembed: ['http', 'cache', 'images', 'pages', 'statuses', 'tweets', 'videos'],
  pages: ['http', 'cache', 'images', 'statuses', 'tweets', 'videos'],
  playground: ['http', 'oembed', 'pages'],
  statuses: ['http', 'cache', 'outbound', 'images'],
  tweets: ['http', 'cache', 'outbound', 'images'],
  videos: ['http', 'cache', 'outbound', 'images'],
};
