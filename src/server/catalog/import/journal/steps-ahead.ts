import type { Slugs, WriteTurn } from '../../maintenance/save-options.ts'

/** How a step is written: beside the end of another one, or alone, with what is done while the disk writes. */
export type StepBeside = { turn: StepTurn } | { meanwhile: () => void }
type Running<Result> = { turn: StepTurn; done: Promise<Result> }

/** Lets a step begin when the one before has ended, and tells when the next one may read. */
export class StepTurn implements WriteTurn {
  /** The end of the step before. */
  readonly after: Promise<unknown> | undefined
  readonly slugsBefore: Slugs | undefined
  slugs: Slugs | undefined
  readonly #sending = Promise.withResolvers<void>()

  constructor(before: Running<unknown> | undefined) {
    this.after = before?.done
    this.slugsBefore = before?.turn.slugs
  }

  async begin(slugs?: Slugs): Promise<void> {
    await this.after
    this.slugs = slugs
  }

  sent(): void {
    this.#sending.resolve()
  }

  get isSent(): Promise<void> {
    return this.#sending.promise
  }
}

/**
 * Writes batches in their order. Where `isAhead` says so, the rows of a step are made while the database works at the
 * one before: this process and PostgreSQL work at the same time. Never more than one step is ahead, and none is written
 * before the one before has ended.
 */
export async function writeInSteps<Batch, Result>(
  batches: Iterator<Batch>,
  isAhead: (batch: Batch) => boolean,
  { write, ended }: { write: (batch: Batch, beside: StepBeside) => Promise<Result>; ended: (result: Result) => void },
): Promise<void> {
  let running: Running<Result> | undefined
  try {
    for (let next = batches.next(); !next.done;) {
      const before = running
      if (isAhead(next.value)) {
        running = begun(before, next.value, write)
        await Promise.race([running.turn.isSent, running.done])
        if (before) ended(await before.done)
        next = batches.next()
      } else {
        if (before) ended(await before.done)
        running = undefined
        let read: IteratorResult<Batch> | undefined
        ended(await write(next.value, { meanwhile: () => (read = batches.next()) }))
        next = read ?? batches.next()
      }
    }
    if (running) ended(await running.done)
  } finally {
    await running?.done.catch(() => undefined)
  }
}

function begun<Batch, Result>(
  before: Running<unknown> | undefined,
  batch: Batch,
  write: (batch: Batch, beside: StepBeside) => Promise<Result>,
): Running<Result> {
  const turn = new StepTurn(before)
  const done = write(batch, { turn })
  // Its error is that of whoever waits for it.
  done.catch(() => undefined)
  return { turn, done }
}
