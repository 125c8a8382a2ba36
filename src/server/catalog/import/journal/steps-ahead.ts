import type { Saved, Slugs, WriteTurn } from '../../maintenance/save-options.ts'
import type { SpooledBatch } from '../spool-queries.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'

type Batch = SpooledBatch<ProductRecord>
/** How a step is written: beside the end of another one, or alone, with what is done while the disk writes. */
export type StepBeside = { turn: StepTurn } | { meanwhile: () => void }
type Running = { turn: StepTurn; done: Promise<Saved> }

/** Lets a step begin when the one before has ended, and tells when the next one may read. */
export class StepTurn implements WriteTurn {
  readonly after: Promise<unknown> | undefined
  readonly slugsBefore: Slugs | undefined
  slugs: Slugs | undefined
  readonly #sending = Promise.withResolvers<void>()

  constructor(before: Running | undefined) {
    this.after = before?.done
    this.slugsBefore = before?.turn.slugs
  }

  async begin(slugs: Slugs): Promise<void> {
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
 * Writes batches of records in their order. With `isAhead`, the rows of a step are made while the database works at the
 * one before, where their products depend on no others: this process and PostgreSQL work at the same time. Never more
 * than one step is ahead, and none is written before the one before has ended.
 */
export async function writeInSteps(
  batches: Iterator<Batch>,
  isAhead: boolean,
  { write, ended }: { write: (batch: Batch, beside: StepBeside) => Promise<Saved>; ended: (saved: Saved) => void },
): Promise<void> {
  let running: Running | undefined
  const end = async (): Promise<void> => {
    if (running) ended(await running.done)
    running = undefined
  }
  try {
    for (let next = batches.next(); !next.done;) {
      const batch = next.value
      if (isAhead && batch.records.every(isIndependent)) {
        const turn = new StepTurn(running)
        const done = write(batch, { turn })
        const before = running
        running = { turn, done }
        // Its error is that of whoever waits for it.
        done.catch(() => undefined)
        await Promise.race([turn.isSent, done])
        if (before) ended(await before.done)
        next = batches.next()
      } else {
        await end()
        let read: typeof next | undefined
        ended(await write(batch, { meanwhile: () => (read = batches.next()) }))
        next = read ?? batches.next()
      }
    }
    await end()
  } finally {
    await running?.done.catch(() => undefined)
  }
}

/** Tells whether nothing of a new product follows from another product, nor of another one from it. */
function isIndependent({ parent_id: parent, set_items: pieces, relations }: ProductRecord): boolean {
  return parent === null && pieces.length === 0 && relations.length === 0
}
