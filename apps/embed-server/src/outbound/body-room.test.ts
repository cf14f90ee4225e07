import { createBodyRoom } from './body-room.js';

const never = new AbortController().signal;

it('takes bodies as they come, until only the largest would find room', async () => {
  const room = createBodyRoom(100, 40);
  const [one, two, three] = [room.enter(), room.enter(), room.enter()];
  await one.take(30, never);
  await two.take(30, never);
  const told: string[] = [];
  const last = two.take(40, never).then(() => told.push('two goes on'));
  const next = three.take(10, never).then(() => told.push('three goes on'));
  await last;
  expect(told).toEqual(['two goes on']);
  two.leave();
  await next;
  expect(told).toEqual(['two goes on', 'three goes on']);
});

it('lets who waits go when the time is up, and forgets what it held', async () => {
  const room = createBodyRoom(50, 40);
  const [one, two, three] = [room.enter(), room.enter(), room.enter()];
  await one.take(10, never);
  await two.take(1, never);
  const deadline = new AbortController();
  const waiting = three.take(1, deadline.signal);
  deadline.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'server_busy', retryAfter: 1 });
  await expect(three.take(1, deadline.signal)).rejects.toMatchObject({ code: 'server_busy' });
  three.leave();
  two.leave();
  one.leave();
  await expect(room.enter().take(50, never)).resolves.toBeUndefined();
});

it('brings a hundred bodies through, each larger than what is left to all', async () => {
  const room = createBodyRoom(50, 40);
  let [inside, most, through] = [0, 0, 0];
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const seat = room.enter();
      for (let piece = 0; piece < 4; piece += 1) {
        await seat.take(10, never);
        inside += 10;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
      }
      inside -= 40;
      through += 1;
      seat.leave();
    }),
  );
  expect([through, most]).toEqual([100, 50]);
});
