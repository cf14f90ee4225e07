// Apart from what records: the button is drawn with the first page.

/** As browsers record, the first that this one can. The server knows all of them. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Null where this browser records none of them. */
export const recordedType = (): string | null =>
  types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;

/** Without encryption browsers give nobody a microphone. */
export function canRecord(): boolean {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices !== undefined && typeof MediaRecorder !== 'undefined' && recordedType() !== null;
}
