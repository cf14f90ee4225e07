// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  access: [],
  greeting: [],
  uniqueness: [],
  users: ['uniqueness'],
  events: ['access', 'users'],
  management: ['access', 'uniqueness', 'users', 'events'],
};
