/** Seconds. The last two count from the end of the first. */
export interface Freshness {
  /** For which a copy is as good as a reply of the upstream. */
  readonly fresh: number;
  /** For which a copy is served at once while a new one is fetched behind it. */
  readonly revalidate: number;
  /** For which a copy may stand in for a failing upstream. */
  readonly stale: number;
}

const [minute, hour, day] = [60, 3600, 86_400];

/** How long items are kept, by kind. */
export const freshness = {
  // A post that its author deleted is served for ten minutes at most, while the upstream is well.
  post: { fresh: 5 * minute, revalidate: 5 * minute, stale: day },
  // Which actor a domain says that a name is of.
  account: { fresh: 6 * hour, revalidate: day, stale: day },
  video: { fresh: hour, revalidate: day, stale: day },
  // What a provider says of a page.
  media: { fresh: hour, revalidate: day, stale: day },
  image: { fresh: day, revalidate: 7 * day, stale: 7 * day },
  // A post that is gone may come back, and an id may be guessed before it is taken.
  absent: { fresh: minute, revalidate: 0, stale: 0 },
  // Not asked for again with each view of a post. The last two limit no reply that another picture stands in for.
  absentImage: { fresh: 5 * minute, revalidate: day, stale: day },
  // What the host keeps at this address may not be shown: it has to change there first.
  refusedImage: { fresh: hour, revalidate: 0, stale: 0 },
  // What makes no sense is not fetched with each view and language; an author who mends it waits for a minute.
  refused: { fresh: minute, revalidate: 0, stale: 0 },
  // What lacks something that failed or was late: as long as that may take to be there.
  incomplete: { fresh: 10, revalidate: 0, stale: day },
  // A part of an item is asked for whenever its item is, and may stand in for longer.
  part: { fresh: 30, revalidate: 5 * minute, stale: day },
  // A host that was too slow once may have been so for a moment.
  slow: { fresh: 30, revalidate: 0, stale: 0 },
  // So may one that failed, or could not be reached: as long as an open circuit spares it.
  failed: { fresh: 10, revalidate: 0, stale: 0 },
} satisfies Record<string, Freshness>;

/** For how long failures of a host are remembered, so that the views of a post do not each ask it again. */
export const failures = {
  slow: freshness.slow,
  failed: freshness.failed,
  /** Of a host that is unwilling: seconds, as it says itself. */
  unwilling: (seconds: number): Freshness => ({ fresh: seconds, revalidate: 0, stale: 0 }),
};
