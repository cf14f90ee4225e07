// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  audit: [],
  access: ['audit'],
  greeting: [],
  uniqueness: [],
  users: ['audit', 'uniqueness'],
  events: ['access', 'users'],
  webhooks: ['audit', 'access', 'events'],
  management: ['audit', 'access', 'uniqueness', 'users', 'events'],
  scim: ['audit', 'access', 'uniqueness', 'users', 'management'],
};
