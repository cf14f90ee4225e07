export const fragmentResponse = {
  description: 'One element for a page of a site: a declarative shadow root, without a script.',
  content: { 'text/html': { schema: { type: 'string' } } },
};

export const styleResponse = {
  description: 'The style sheet that every fragment names.',
  content: { 'text/css': { schema: { type: 'string' } } },
};
