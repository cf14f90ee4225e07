import { createHash } from 'node:crypto';

const form = /^[\da-f]{64}\.(?:snapshot|voided|erased)$/;

/** Whether an object of this name may be one of this service. */
export function isObjectName(name: string): boolean {
  return form.test(name);
}

/** Holds nothing of an address, and is a file's name everywhere. */
export function snapshotName(key: string): string {
  return `${hashed(key)}.snapshot`;
}

/** Of the record that what was read of the post before a point in time may not be shown. */
export function voidName(key: string): string {
  return `${hashed(key)}.voided`;
}

/** Of the record that nothing of the post may be kept. */
export function erasureName(key: string): string {
  return `${hashed(key)}.erased`;
}

export function isSnapshotName(name: string): boolean {
  return name.endsWith('.snapshot');
}

export function isVoidName(name: string): boolean {
  return name.endsWith('.voided');
}

/** Of the records that may stand beside a snapshot. */
export function namesBeside(name: string): readonly string[] {
  return ['voided', 'erased'].map((suffix) => name.replace(/snapshot$/, suffix));
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
