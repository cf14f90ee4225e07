// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  encoding: [],
  dashboards: ['encoding'],
};
