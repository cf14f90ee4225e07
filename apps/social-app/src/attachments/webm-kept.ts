// What readers of WebM and Matroska need (RFC 9559), by what it is in. All else holds words, or what a program has left there: one
// that takes words out often writes no more than the head of an empty element over them.

export const id = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  info: 0x1549a966,
  timeScale: 0x2ad7b1,
  duration: 0x4489,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  audio: 0xe1,
  cues: 0x1c53bb6b,
  cue: 0xbb,
  cuePositions: 0xb7,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  block: 0xa3,
  blockGroup: 0xa0,
  groupedBlock: 0xa1,
} as const;

const inFile = [id.header, id.segment];
const inSegment = [id.seekHead, id.info, id.tracks, id.cues, id.cluster];
/** Also where it is in the segment, and how long the one before is. */
const inCluster = [id.clusterTime, id.block, id.blockGroup, 0xa7, 0xab];

export const keptIn = {
  file: new Set<number>(inFile),
  /** In what has no end there is what may follow it, too. */
  open: new Set<number>([...inFile, ...inSegment, ...inCluster]),
  header: new Set<number>([0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285]),
  segment: new Set<number>(inSegment),
  seekHead: new Set<number>([id.seek]),
  seek: new Set<number>([0x53ab, 0x53ac]),
  info: new Set<number>([id.timeScale, id.duration, id.muxer, id.writer]),
  tracks: new Set<number>([id.track]),
  track: new Set<number>([
    ...[0xd7, 0x73c5, id.trackType, id.video, id.audio], // which one, of what
    ...[0xb9, 0x88, 0x55aa, 0x55ab, 0x55ac, 0x55ad, 0x55ae, 0x55af, 0x9c], // flags
    ...[0x22b59c, 0x22b59d], // languages
    ...[0x23e383, 0x234e7a, 0x23314f, 0x537f, 0x56aa, 0x56bb], // times
    ...[0x86, 0x63a2, 0xaa, 0x6d80, 0x6de7, 0x6df8, 0x55ee, 0x41e4, 0xe2, 0x6fab], // decoding
  ]),
  video: new Set<number>([
    ...[id.width, id.height, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2, 0x54b3],
    ...[0x9a, 0x9d, 0x53b8, 0x53b9, 0x53c0, 0x2eb524, 0x55b0, 0x7670, 0x2383e3, 0x2fb523],
  ]),
  audio: new Set<number>([0xb5, 0x78b5, 0x9f, 0x6264, 0x52f1]),
  cues: new Set<number>([id.cue]),
  cue: new Set<number>([0xb3, id.cuePositions]),
  cuePositions: new Set<number>([0xf7, 0xf1, 0xf0, 0xb2, 0x5378, 0xea, 0xdb]),
  cluster: new Set<number>(inCluster),
  /** With what is transparent, how long it is shown, and on what it builds. */
  blockGroup: new Set<number>([id.groupedBlock, 0x9b, 0xfb, 0xfa, 0xa4, 0x75a1, 0x75a2, 0x8e]),
} as const;

export type Master = keyof typeof keptIn;

/** What has elements in it, and which. */
export const entered: ReadonlyMap<number, Master> = new Map<number, Master>([
  [id.header, 'header'],
  [id.segment, 'segment'],
  [id.seekHead, 'seekHead'],
  [id.seek, 'seek'],
  [id.info, 'info'],
  [id.tracks, 'tracks'],
  [id.video, 'video'],
  [id.audio, 'audio'],
  [id.cues, 'cues'],
  [id.cue, 'cue'],
  [id.cuePositions, 'cuePositions'],
  [id.cluster, 'cluster'],
  [id.blockGroup, 'blockGroup'],
]);
