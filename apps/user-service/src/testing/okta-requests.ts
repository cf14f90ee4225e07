// What Okta sends, after what it publishes.
//   developer.okta.com, "Okta and SCIM Version 2.0" (docs/reference/scim/scim-20)
//   suite: "Okta SCIM 2.0 SPEC Test" (developer.okta.com, SCIMFiles), with the headers of its requests
import {
  byUserName,
  errorSchema,
  listSchema,
  patch,
  type Step,
  userSchema,
  work,
} from './scim-step.js';

const suiteHeaders = {
  'accept-charset': 'utf-8',
  'content-type': 'application/scim+json; charset=utf-8',
  accept: 'application/scim+json',
  'user-agent': 'OKTA SCIM Integration',
};
const oktaName = 'test.user@okta.local';
const oktaReply = {
  schemas: [userSchema],
  userName: oktaName,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [work(oktaName)],
  displayName: 'Test User',
  externalId: '00ujl29u0le5T6Aj10h7',
  active: true,
};
const oktaUser = { ...oktaReply, locale: 'en-US', groups: [], password: '1mz050nq' };

export const okta: readonly Step[] = [
  {
    name: 'Determine if the User already exists',
    method: 'GET',
    path: '/Users?filter=userName%20eq%20%22test.user%40okta.local%22&startIndex=1&count=100',
    status: 200,
    reply: {
      schemas: [listSchema],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    },
  },
  {
    name: 'Create the User',
    ...{ method: 'POST', path: '/Users', body: oktaUser, status: 201, reply: oktaReply },
  },
  {
    name: 'Create the User again',
    ...{ method: 'POST', path: '/Users', body: oktaUser, status: 409 },
    reply: { schemas: [errorSchema], status: '409' },
  },
  {
    name: 'Retrieve Users',
    ...{ method: 'GET', path: '/Users?startIndex=1&count=100', status: 200 },
    reply: { totalResults: 1, itemsPerPage: 1, Resources: [oktaReply] },
  },
  {
    name: 'Retrieve a specific User',
    method: 'GET',
    path: '/Users/:id',
    status: 200,
    reply: oktaReply,
  },
  {
    name: 'Update a specific User (PUT)',
    ...{ method: 'PUT', path: '/Users/:id', status: 200 },
    body: {
      schemas: [userSchema],
      id: '23a35c27-23d3-4c03-b4c5-6443c09e7173',
      userName: oktaName,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ ...work(oktaName), display: oktaName }],
      active: true,
      groups: [],
      meta: { resourceType: 'User' },
    },
    reply: {
      displayName: 'Another User',
      externalId: '00ujl29u0le5T6Aj10h7',
      name: { formatted: 'Another User', givenName: 'Another', familyName: 'User' },
    },
  },
  {
    name: 'Update a specific User (PATCH): deactivated',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch({ op: 'replace', value: { active: false } }),
    reply: { userName: oktaName, name: { givenName: 'Another' }, active: false },
  },
  {
    name: 'a custom app deactivates by PUT',
    ...{ method: 'PUT', path: '/Users/:id', status: 200 },
    body: { ...oktaUser, active: false },
    reply: { ...oktaReply, active: false },
  },
  {
    name: 'suite: Test Users endpoint',
    ...{ method: 'GET', path: '/Users?count=1&startIndex=1', headers: suiteHeaders, status: 200 },
    reply: {
      schemas: [listSchema],
      itemsPerPage: 1,
      startIndex: 1,
      totalResults: 1,
      Resources: [{ name: { familyName: 'User', givenName: 'Test' }, emails: [work(oktaName)] }],
    },
  },
  {
    name: 'suite: Test invalid User by ID',
    method: 'GET',
    path: '/Users/00919288221112222',
    ...{ headers: suiteHeaders, status: 404, reply: { schemas: [errorSchema], status: '404' } },
  },
  {
    name: 'suite: Username Case Sensitivity Check',
    ...{
      method: 'GET',
      path: byUserName(oktaName.toUpperCase()),
      headers: suiteHeaders,
      status: 200,
    },
    reply: { schemas: [listSchema] },
  },
  {
    name: 'suite: Check status 401',
    method: 'GET',
    path: byUserName(oktaName.toUpperCase()),
    headers: { ...suiteHeaders, authorization: 'non-token' },
    ...{ status: 401, reply: { schemas: [errorSchema], status: '401' } },
  },
];
