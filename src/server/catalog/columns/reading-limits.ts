/** How long pages wait for the columns of lists, how often these are read, and how much is kept of them. */
export const limits = {
  /** How long a page waits for a changed catalogue; a large one is shown as it was, and purged when it is read. */
  maxWaitMs: 250,
  /** A catalogue that is larger would take longer to read, so that nobody waits for it. */
  maxRowsWaitedFor: 8_000,
  /** The same after an import or another change of many products, which several others may follow. */
  maxRowsWaitedForOfMany: 1_000,
  /**
   * The pause after a reading that nobody waited for: so many times as long as the reading took, at most `maxRestMs`.
   * An import of ten files changes the catalogue ten times, and while it is read, pages have less of the processor.
   */
  restTimes: 10,
  maxRestMs: 60_000,
  /** How long after a failed reading the next one begins, also when nobody asks for lists then. */
  retryMs: 2_000,
  /** With more changed products an order is sorted anew, in slices: merging so many would keep pages waiting. */
  maxFollowed: 10_000,
  /** Most orders and lists of names and ranks, of which each holds a number for every product; the last used stay. */
  maxKept: 32,
} as const
