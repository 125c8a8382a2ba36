/** How a background job of this process last went. Times are in epoch milliseconds; `failed` is the last failure. */
export type JobState = {
  readonly name: string
  readonly everyMs: number
  readonly endedAt: number | null
  readonly tookMs: number | null
  readonly failed: { readonly at: number; readonly why: string } | null
}

const longestReason = 500

/** Remembers how each background job of this process last went. */
export class JobStates {
  readonly #states = new Map<string, JobState>()

  add(name: string, everyMs: number): void {
    this.#states.set(name, { name, everyMs, endedAt: null, tookMs: null, failed: null })
  }

  /** Notes that a job ended; `error` is what it threw. */
  note(name: string, { endedAt, tookMs, error }: { endedAt: number; tookMs: number; error?: unknown }): void {
    const known = this.#states.get(name)
    if (!known) return
    const failed = error === undefined ? known.failed : { at: endedAt, why: String(error).slice(0, longestReason) }
    this.#states.set(name, { ...known, endedAt, tookMs, failed })
  }

  list(): JobState[] {
    return [...this.#states.values()]
  }
}
