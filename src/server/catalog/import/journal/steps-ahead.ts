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

type Steps<Batch, Result> = {
  write: (batch: Batch, beside: StepBeside) => Promise<Result>
  /** Called with the results of steps in their order. */
  ended: (result: Result) => void
}

/**
 * Writes batches in their order. Where `isAhead` says so, the rows of a step are made while the database works at the
 * one before: this process and PostgreSQL work at the same time. Never more than one step is ahead, and none is written
 * before the one before has ended. When one fails, no other one is under way any more.
 */
export async function writeInSteps<Batch, Result>(
  batches: Iterator<Batch>,
  isAhead: (batch: Batch) => boolean,
  steps: Steps<Batch, Result>,
): Promise<void> {
  const end = async (step: Running<Result> | undefined): Promise<void> => {
    if (step) steps.ended(await step.done)
  }
  let running: Running<Result> | undefined
  let underWay: (Promise<Result> | undefined)[] = []
  try {
    for (let next = batches.next(); !next.done;) {
      const before = running
      if (isAhead(next.value)) {
        running = beginStep(before, next.value, steps)
        underWay = [before?.done, running.done]
        await Promise.race([running.turn.isSent, running.done])
        await end(before)
        next = batches.next()
      } else {
        await end(before)
        running = undefined
        next = await writeAlone(batches, next.value, steps)
      }
    }
    await end(running)
  } finally {
    await Promise.allSettled(underWay)
  }
}

function beginStep<Batch, Result>(
  before: Running<unknown> | undefined,
  batch: Batch,
  { write }: Steps<Batch, Result>,
): Running<Result> {
  const turn = new StepTurn(before)
  const done = write(batch, { turn })
  // The error is thrown where the promise is awaited; until then it must not count as unhandled.
  done.catch(() => undefined)
  return { turn, done }
}

/** @returns the next batch, which is read while the disk writes. */
async function writeAlone<Batch, Result>(
  batches: Iterator<Batch>,
  batch: Batch,
  { write, ended }: Steps<Batch, Result>,
): Promise<IteratorResult<Batch>> {
  let read: IteratorResult<Batch> | undefined
  ended(await write(batch, { meanwhile: () => (read = batches.next()) }))
  return read ?? batches.next()
}
