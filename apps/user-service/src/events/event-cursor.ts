/** The place of an event in the log: readers follow this order. `xid` and `seq` exceed what a number holds exactly. */
export interface Place {
  readonly epoch: number;
  readonly xid: string;
  readonly seq: string;
  /** The beginning of the event's id: another row at this place is another event. */
  readonly mark: string;
}

const shape = /^(\d{1,9})-(\d{1,18})-(\d{1,18})-([0-9a-f]{8})$/;

/** Of a log without a row. It is good for as long as nothing was removed from the log. */
export const beginning: Place = { epoch: 0, xid: '0', seq: '0', mark: '00000000' };

export function formatCursor({ epoch, xid, seq, mark }: Place): string {
  return `${epoch}-${xid}-${seq}-${mark}`;
}

/** Null: it is no cursor. */
export function parseCursor(text: string): Place | null {
  const [, epoch, xid, seq, mark] = shape.exec(text) ?? [];
  if (epoch === undefined || xid === undefined || seq === undefined || mark === undefined) {
    return null;
  }
  return { epoch: Number(epoch), xid, seq, mark };
}
