// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  audit: [],
  access: ['audit'],
  greeting: [],
  languages: [],
  uniqueness: [],
  users: ['audit', 'languages', 'uniqueness'],
  verification: ['languages', 'users'],
  events: ['access', 'users'],
  webhooks: ['audit', 'access', 'events'],
  management: ['audit', 'access', 'languages', 'uniqueness', 'users', 'events', 'verification'],
  scim: ['audit', 'access', 'uniqueness', 'users', 'management'],
};
