import { integration, type Suite, unit } from './fault.js';

const social = 'apps/social-app';
const user = 'apps/user-service';

/** The tests of the adapters of a folder, the quicker ones first. */
const suites: Readonly<Record<string, readonly Suite[]>> = {
  [`${social}/src/attachments`]: [
    unit(social, 'src/(attachments/|messages/message-attachments)'),
    integration(social, 'src/attachments/'),
  ],
  [`${social}/src/auth`]: [
    unit(social, 'src/sign-in-stores'),
    unit(social, 'src/auth/(sign-in|link-account|provider-replies)'),
  ],
  [`${social}/src/erasure`]: [unit(social, 'src/erasure/'), integration(social, 'src/erasure/')],
  [`${social}/src/events`]: [
    unit(social, 'src/(streams|events)/'),
    unit(social, 'src/(friends|messages)/'),
    integration(social, 'src/(messages/message-races|friends|events)'),
  ],
  [`${social}/src/drafts`]: [unit(social, 'src/drafts/'), integration(social, 'src/drafts/')],
  [`${social}/src/export`]: [unit(social, 'src/export/')],
  [`${social}/src/friends`]: [unit(social, 'src/friends/'), integration(social, 'src/friends/')],
  [`${social}/src/invitations`]: [
    unit(social, 'src/(invitations|friends)/'),
    integration(social, 'src/invitations/'),
  ],
  [`${social}/src/messages`]: [
    unit(social, 'src/messages/'),
    unit(social, 'src/(streams|erasure|search|drafts)/'),
    integration(social, 'src/(messages/(message-races|chat-model)|friends/locks)'),
  ],
  [`${social}/src/expiry`]: [unit(social, 'src/expiry/'), integration(social, 'src/expiry/')],
  [`${social}/src/marks`]: [unit(social, 'src/marks/'), integration(social, 'src/marks/')],
  [`${social}/src/mutes`]: [unit(social, 'src/(mutes|push)/')],
  [`${social}/src/people`]: [
    unit(social, 'src/(people/|testing/security/what-is-seen)'),
    unit(social, 'src/(friends|erasure|streams|reports)/'),
    unit(social, 'src/(sign-in-stores|settings/account|mutes/)'),
    unit(social, 'src/auth/(sign-in|link-account)'),
    integration(social, 'src/(sign-in-stores|people/handle-races)'),
  ],
  [`${social}/src/pictures`]: [unit(social, 'src/pictures/')],
  [`${social}/src/push`]: [unit(social, 'src/push/'), integration(social, 'src/push/')],
  [`${social}/src/reports`]: [unit(social, 'src/reports/')],
  [`${social}/src/search`]: [unit(social, 'src/search/'), integration(social, 'src/search/')],
  [`${social}/src/sessions`]: [
    unit(social, 'src/(sign-in-stores|settings/account|auth/session)'),
    integration(social, 'src/sign-in-stores'),
  ],
  [`${social}/src/settings`]: [unit(social, 'src/settings/')],
  [`${social}/src/streams`]: [unit(social, 'src/streams/'), integration(social, 'src/streams/')],
  [`${social}/src/uploads`]: [unit(social, 'src/uploads/'), integration(social, 'src/uploads/')],
  [`${user}/src/access`]: [
    unit(user, 'src/(access|audit)/'),
    integration(user, 'src/(access|audit)/'),
  ],
  [`${user}/src/audit`]: [
    unit(user, 'src/(audit|access|management)/'),
    integration(user, 'src/audit/'),
  ],
  [`${user}/src/events`]: [unit(user, 'src/events/'), integration(user, 'src/events/')],
  [`${user}/src/management`]: [
    unit(user, 'src/(management/|events/event-log)'),
    integration(user, 'src/management/'),
  ],
  [`${user}/src/scim`]: [unit(user, 'src/scim/'), integration(user, 'src/scim/')],
  [`${user}/src/uniqueness`]: [
    unit(user, 'src/uniqueness/'),
    unit(user, 'src/management/'),
    integration(user, 'src/(uniqueness/|races|locks)'),
  ],
  [`${user}/src/verification`]: [
    unit(user, 'src/verification/'),
    integration(user, 'src/verification/'),
  ],
  [`${user}/src/webhooks`]: [unit(user, 'src/webhooks/'), integration(user, 'src/webhooks/')],
  [`${user}/src/users`]: [unit(user, 'src/users/'), integration(user, 'src/(users/|races|locks)')],
};

/** @throws Error for a folder that is not listed: its adapters would count as tested by nothing */
export function suitesOf(file: string): readonly Suite[] {
  const found = suites[file.slice(0, file.lastIndexOf('/'))];
  if (!found) throw new Error(`tools/mutation/src/suites.ts names no tests of ${file}`);
  return found;
}
