// What Entra sends, after what Microsoft publishes of it. E-mails stand where an example has a user name that is none,
// because user names are e-mails here.
//   Microsoft Learn, "Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID"
//     (entra/identity/app-provisioning/use-scim-to-provision-users-and-groups)
//   with and without the flag of compatibility: "Known issues and resolutions with SCIM 2.0 protocol compliance"
//     (entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility)
//   the validator: bodies of scimvalidator.microsoft.com, as its users quote them in Microsoft Q&A 2238842 and 1665068
import {
  byUserName,
  errorSchema,
  listSchema,
  patch,
  type Step,
  userSchema,
  work,
} from './scim-step.js';

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const testUser = 'Test_User_00aa00aa-bb11-cc22-dd33-44ee44ee44ee@testuser.com';
const testMail = 'Test_User_11bb11bb-cc22-dd33-ee44-55ff55ff55ff@testuser.com';
const newUserName = '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com';
const named = {
  formatted: 'givenName familyName',
  familyName: 'familyName',
  givenName: 'givenName',
};

export const entra: readonly Step[] = [
  {
    name: 'Test Connection asks for a user that nobody is',
    ...{ method: 'GET', path: byUserName('non-existent.user@testuser.com'), status: 200 },
    reply: { schemas: [listSchema], totalResults: 0, Resources: [], startIndex: 1 },
  },
  {
    name: 'Create User',
    ...{ method: 'POST', path: '/Users', status: 201 },
    body: {
      schemas: [userSchema, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: testUser,
      active: true,
      emails: [work(testMail)],
      meta: { resourceType: 'User' },
      name: named,
      roles: [],
    },
    reply: {
      schemas: [userSchema],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      meta: { resourceType: 'User' },
      userName: testUser,
      name: named,
      active: true,
      emails: [work(testMail)],
    },
  },
  {
    name: 'Create User again',
    ...{ method: 'POST', path: '/Users', status: 409 },
    body: { schemas: [userSchema], userName: testUser, active: true },
    reply: { schemas: [errorSchema], status: '409', scimType: 'uniqueness' },
  },
  {
    name: 'Get User',
    ...{ method: 'GET', path: '/Users/:id', status: 200 },
    reply: { userName: testUser, name: named },
  },
  {
    name: 'Get User who is not there',
    ...{ method: 'GET', path: '/Users/5171a35d82074e068ce2', status: 404 },
    reply: { schemas: [errorSchema], status: '404' },
  },
  {
    name: 'Get User by query',
    ...{ method: 'GET', path: byUserName(testUser), status: 200 },
    reply: { totalResults: 1, startIndex: 1, Resources: [{ userName: testUser, active: true }] },
  },
  {
    name: 'Get User by externalId, and by e-mail, the other matching attributes',
    method: 'GET',
    path: `/Users?filter=${encodeURIComponent(
      `externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef" and emails[type eq "work"].value eq "${testMail}"`,
    )}`,
    ...{ status: 200, reply: { totalResults: 1, Resources: [{ userName: testUser }] } },
  },
  {
    name: 'Update User [Multi-valued properties]',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch(
      {
        op: 'Replace',
        path: 'emails[type eq "work"].value',
        value: 'updatedEmail@microsoft.com',
      },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ),
    reply: {
      userName: testUser,
      name: {
        formatted: 'givenName updatedFamilyName',
        familyName: 'updatedFamilyName',
        givenName: 'givenName',
      },
      emails: [work('updatedEmail@microsoft.com')],
    },
  },
  {
    name: 'Update User [Single-valued properties]',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch({ op: 'Replace', path: 'userName', value: newUserName }),
    reply: {
      userName: newUserName,
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      emails: [work('updatedEmail@microsoft.com')],
    },
  },
  {
    name: 'Disable User, without the flag of compatibility',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    reply: { active: false },
  },
  {
    name: 'a disabled user is found, and says so',
    ...{ method: 'GET', path: byUserName(newUserName), status: 200 },
    reply: { totalResults: 1, Resources: [{ active: false }] },
  },
  {
    name: 'Enable User, with the flag of compatibility',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch({ op: 'replace', path: 'active', value: true }),
    reply: { active: true },
  },
  {
    name: 'add a single-value string attribute that is not kept',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch({ op: 'Add', path: 'nickName', value: 'Babs' }),
    reply: { userName: newUserName },
  },
  {
    name: 'replace multiple attributes, without the flag',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch(
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      {
        op: 'Replace',
        path: 'emails[type eq "work"].value',
        value: 'TestBcwqnm@test.microsoft.com',
      },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
      { op: 'Replace', path: 'externalId', value: 'Eqpj' },
      { op: 'Replace', path: `${enterprise}:employeeNumber`, value: 'Eqpj' },
    ),
    reply: {
      displayName: 'Pvlo',
      externalId: 'Eqpj',
      name: { givenName: 'Gtfd', familyName: 'Pkqf' },
      emails: [work('TestBcwqnm@test.microsoft.com')],
    },
  },
  {
    name: 'replace multiple attributes, with the flag',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch(
      {
        op: 'replace',
        path: 'emails[type eq "work"].value',
        value: 'TestMhvaes@test.microsoft.com',
      },
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.familyName': 'Unua',
          [`${enterprise}:employeeNumber`]: 'Aklq',
        },
      },
    ),
    reply: {
      displayName: 'Bjfe',
      name: { givenName: 'Kkom', familyName: 'Unua' },
      emails: [work('TestMhvaes@test.microsoft.com')],
    },
  },
  {
    name: 'the telephones of the usual mapping, of which the one of work is kept',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch(
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 425 555 0100' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425 555 0101' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: '1 Way, Redmond' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'US' },
    ),
    reply: {
      phoneNumbers: [{ value: '+1 425 555 0100', type: 'work' }],
      addresses: [{ formatted: '1 Way, Redmond', type: 'work' }],
    },
  },
  {
    name: 'Remove',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch({ op: 'Remove', path: 'phoneNumbers[type eq "work"].value' }),
    reply: { addresses: [{ formatted: '1 Way, Redmond', type: 'work' }] },
  },
  { name: 'Delete User', method: 'DELETE', path: '/Users/:id', status: 204 },
  { name: 'Delete User again', method: 'DELETE', path: '/Users/:id', status: 404 },
  {
    name: 'the validator creates a user whose names and e-mails differ',
    ...{ method: 'POST', path: '/Users', status: 201 },
    body: {
      active: true,
      displayName: 'XKWLCONOGMVT',
      emails: [{ type: 'work', value: 'aric@prohaska.biz' }],
      externalId: '9950b140-90a0-4201-9d65-b5f209fb4cd0',
      name: { formatted: 'Aric', familyName: 'Nia', givenName: 'Sandy' },
      schemas: [userSchema],
      userName: 'dale.mohr@romaguera.uk',
    },
    reply: {
      active: true,
      displayName: 'XKWLCONOGMVT',
      emails: [work('aric@prohaska.biz')],
      externalId: '9950b140-90a0-4201-9d65-b5f209fb4cd0',
      name: { formatted: 'Aric', familyName: 'Nia', givenName: 'Sandy' },
      userName: 'dale.mohr@romaguera.uk',
    },
  },
  {
    name: 'the validator replaces names without a path',
    ...{ method: 'PATCH', path: '/Users/:id', status: 200 },
    body: patch({
      op: 'replace',
      value: { 'name.givenName': 'Oswaldo', 'name.familyName': 'Rylan' },
    }),
    reply: { name: { formatted: 'Aric', givenName: 'Oswaldo', familyName: 'Rylan' } },
  },
];
