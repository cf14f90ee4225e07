import { randomUUID } from 'node:crypto';
import { pictureAddress } from '../../people/picture-address.js';
import type { SignedInUser } from '../signed-in-user.js';
import type { TestApp } from '../test-app.js';

const unknownId = randomUUID();

/** The own account, reports, settings, export and erasure. */
export async function provokeAccount(world: TestApp, issuer: string): Promise<void> {
  const { alice, bob } = await world.joinFriends();
  const { accounts, sessions } = world.parts;
  const account = (path = '') => `/api/account${path}`;
  await world.patch(alice, account(), { name: 'Alice' });
  await world.patch(alice, account(), { name: ' ' });
  const other = await sessions.open(alice.id, {});
  await world.delete(alice, account(`/sessions/${other.sessionId}`));
  await world.delete(alice, account(`/sessions/${unknownId}`));
  await world.delete(alice, account('/sessions'));
  await accounts.link(alice.id, {
    provider: 'oidc',
    issuer,
    subject: randomUUID(),
    name: null,
    email: null,
    image: null,
    emailKey: null,
  });
  const page = (await world.get(alice, account())).body as { accounts: { id: string }[] };
  const [first, second] = page.accounts;
  await world.delete(alice, account(`/accounts/${first?.id}`));
  await world.delete(alice, account(`/accounts/${second?.id}`));
  await world.delete(alice, account(`/accounts/${unknownId}`));
  await world.get(alice, account('/export'));
  await world.get(alice, '/api/settings');
  await world.patch(alice, '/api/settings', { typing: true });
  const report = { userId: bob.id, reason: 'spam' };
  await world.post(alice, '/api/report', report);
  await world.post(alice, '/api/report', { ...report, userId: unknownId });
  await world.post(alice, '/api/report', { ...report, messageIds: [unknownId] });
  await world.delete(alice, account(), { confirm: 'nobody' });
  // The account that is left has no address.
  await world.delete(alice, account(), { confirm: alice.id });
}

/** A handle: chosen, corrected, refused, given up; links: made, opened, accepted, revoked. */
export async function provokeWaysToBeFound(world: TestApp): Promise<void> {
  const { alice, bob } = await world.joinFriends();
  const handle = '/api/account/handle';
  for (const each of ['first_one', 'second_one', 'third_one', 'admin', '?'])
    await world.put(alice, handle, { handle: each });
  await world.delete(alice, handle);
  await world.put(bob, handle, { handle: 'first_one' });
  const links = '/api/invitations';
  const { id, token } = (await world.post(alice, links, {})).body as { id: string; token: string };
  for (const [user, held] of [
    [bob, token],
    [alice, token],
    [alice, 'unknown'],
    [await world.join(), token],
  ] as const) {
    await world.post(user, `${links}/open`, { token: held });
    await world.post(user, `${links}/report`, { token: held, reason: 'spam' });
    await world.post(user, `${links}/accept`, { token: held });
  }
  const { token: blocked } = (await world.post(alice, links, {})).body as { token: string };
  for (const [user, held] of [
    [bob, blocked],
    [alice, blocked],
    [alice, 'unknown'],
  ] as const)
    await world.post(user, `${links}/block`, { token: held });
  await world.get(alice, links);
  await world.delete(alice, `${links}/${id}`);
  for (let n = 0; n < 21; n += 1) await world.post(alice, links, {});
}

export async function provokeFriends(world: TestApp): Promise<void> {
  const { alice, bob } = await world.joinFriends();
  const [carol, dave, erin] = [await world.join(), await world.join(), await world.join()];
  const add = (from: SignedInUser, email: string) =>
    world.post(from, '/api/friends/add', { email });
  await world.get(alice, '/api/friends');
  await world.get(alice, '/api/friends/blocked');
  await add(alice, 'nonsense');
  await add(alice, alice.email);
  await add(alice, 'nobody@example.test');
  await add(alice, bob.email);
  await add(alice, carol.email);
  await add(dave, carol.email);
  await world.post(carol, '/api/friends/deny', { id: alice.id });
  await add(alice, carol.email);
  await add(alice, dave.email);
  await add(alice, erin.email);
  await add(alice, (await world.join()).email);
  await world.post(alice, '/api/friends/cancel', { id: dave.id });
  await world.post(alice, '/api/friends/accept', { id: unknownId });
  await world.post(alice, '/api/friends/block', { id: erin.id });
  await world.post(alice, '/api/friends/unblock', { id: erin.id });
  await world.delete(alice, `/api/friends/${bob.id}`);
}

/** A picture, and one that there is not. */
export async function provokePictures(world: TestApp): Promise<void> {
  const { id, cookie } = await world.join();
  const image = 'https://pictures.test/one';
  await world.query('UPDATE users SET image = $1 WHERE id = $2::uuid', [image, id]);
  const url = pictureAddress(id, image)!;
  await world.app.inject({ url, headers: { cookie } });
  await world.query(`INSERT INTO pictures (user_id, version, bytes) VALUES ($1::uuid, $2, 'x')`, [
    id,
    url.split('/').at(-1),
  ]);
  await world.app.inject({ url, headers: { cookie } });
}
