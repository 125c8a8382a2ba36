/** How a background job of this process last went. Times are in epoch milliseconds; `failed` is the last failure. */
export type JobState = {
  readonly name: string
  readonly everyMs: number
  readonly endedAt: number | null
  readonly tookMs: number | null
  readonly failed: { readonly at: number; readonly why: string } | null
}

const maxReasonLength = 500

/** Remembers how each background job of this process last went. */
export class JobStates {
  readonly #states = new Map<string, JobState>()
  readonly #elsewhere: (() => Promise<readonly JobState[]>) | undefined

  /** `elsewhere` asks the process that does the jobs, where that is another one; it may reject. */
  constructor(elsewhere?: () => Promise<readonly JobState[]>) {
    this.#elsewhere = elsewhere
  }

  add(name: string, everyMs: number): void {
    this.#states.set(name, { name, everyMs, endedAt: null, tookMs: null, failed: null })
  }

  /** Notes that a job ended; `error` is what it threw. */
  note(name: string, { endedAt, tookMs, error }: { endedAt: number; tookMs: number; error?: unknown }): void {
    const known = this.#states.get(name)
    if (!known) return
    const failed = error === undefined ? known.failed : { at: endedAt, why: String(error).slice(0, maxReasonLength) }
    this.#states.set(name, { ...known, endedAt, tookMs, failed })
  }

  /** The jobs of this process. */
  own(): JobState[] {
    return [...this.#states.values()]
  }

  /** All jobs, also those that another process does; only its own when that does not answer. */
  async list(): Promise<readonly JobState[]> {
    return (await this.#elsewhere?.().catch(() => undefined)) ?? this.own()
  }
}
