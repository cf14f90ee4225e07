// Which folder may import which, the lower layers first. Nothing in a folder imports a file of the root.
export const folders = {
  audit: [],
  access: ['audit'],
  greeting: [],
  languages: [],
  leases: [],
  uniqueness: [],
  users: ['audit', 'languages', 'uniqueness'],
  verification: ['languages', 'leases', 'users'],
  events: ['access', 'users'],
  webhooks: ['audit', 'access', 'leases', 'events'],
  management: ['audit', 'access', 'uniqueness', 'users', 'events', 'verification'],
  scim: ['audit', 'access', 'uniqueness', 'users', 'management'],
};
