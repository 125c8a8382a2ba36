/** Points used of a key in its window, and the seconds until that ends. */
export type Used = { used: number; retryAfter: number }

type Taking = { limit: string; key: string; points: number }

/** Counts of limits that several processes have in common. Both reject when they cannot be reached. */
export type SharedCounts = {
  readonly take: (asked: Taking) => Promise<Used>
  readonly refund: (asked: Taking) => Promise<void>
}
