import { SendBuffers } from './send-buffers.js';

let time: number;
let ended: string[];
let buffers: SendBuffers;

beforeEach(() => {
  time = 0;
  ended = [];
  buffers = new SendBuffers({ bytes: 100, patience: 10, now: () => time });
});

const open = (name: string, bytes: number, memory: object = {}) =>
  buffers.open(memory, bytes, () => ended.push(name));

it('holds no more than it may, and has room again for what is released', () => {
  const first = open('first', 60);
  expect(open('second', 60)).toBeNull();
  expect(open('third', 40)).not.toBeNull();
  first?.release();
  first?.release();
  expect(buffers.held).toBe(40);
  expect(open('second', 60)).not.toBeNull();
  expect(ended).toEqual([]);
});

it('counts memory once, however many replies are made of it', () => {
  const memory = {};
  const replies = Array.from({ length: 50 }, () => open('one', 90, memory));
  expect(buffers.held).toBe(90);
  replies.slice(1).forEach((each) => each?.release());
  expect(buffers.held).toBe(90);
  replies[0]?.release();
  expect(buffers.held).toBe(0);
});

it('cuts off those without progress, the longest without first, and no more than it needs', () => {
  const first = open('first', 40);
  open('second', 40);
  time = 5;
  first?.progress();
  time = 14;
  expect(open('third', 40)).not.toBeNull();
  expect(ended).toEqual(['second']);
  expect(open('fourth', 30)).toBeNull();
  time = 15;
  expect(open('fourth', 30)).not.toBeNull();
  expect(ended).toEqual(['second', 'first']);
  // Who was cut off has nothing to release any more.
  first?.progress();
  first?.release();
  expect(buffers.held).toBe(70);
});

it('lets one reply through that is larger than all of it', () => {
  const large = open('large', 500);
  expect(large).not.toBeNull();
  expect(open('small', 1)).toBeNull();
  large?.release();
  expect(open('small', 1)).not.toBeNull();
});
