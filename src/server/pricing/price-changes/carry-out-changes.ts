import { dayMs } from '../../../domain/durations.ts'
import { ShortTransactions } from '../../platform/db/short-transactions.ts'
import type { Shop } from '../../platform/shop.ts'
import { readPriceBasics } from '../choice/price-facts.ts'
import { changeById, changesBefore, deleteSome, openChanges } from './change-queries.ts'
import { prepareStep } from './prepare-step.ts'
import { runStep } from './run-step.ts'
import { undoStep } from './undo-step.ts'

type Services = Pick<Shop, 'db' | 'kind' | 'now'>

/** SQLite runs statements in this process, which answers nobody meanwhile. */
const stepMs = { sqlite: 12, postgres: 200 } as const
const maxAtOnce = 500
/** How long the job works at a change before it looks at the others. */
const turnMs = 20_000
const changesAtOnce = 20
const retentionMs = 90 * dayMs
const deletedAtOnce = 2_000

/**
 * Goes on with the changes of prices: those that were made, started or are to be undone, also by a process that was
 * killed. `stop` ends it after the step that it is in.
 */
export async function carryOutChanges(shop: Services, stop: AbortSignal): Promise<void> {
  for (const { id } of await openChanges(shop.db, changesAtOnce)) {
    if (stop.aborted) return
    await workAtChange(shop, id, { until: performance.now() + turnMs, stop })
  }
  const [old] = await changesBefore(shop.db, new Date(shop.now().getTime() - retentionMs).toISOString(), 1)
  if (old !== undefined) await deleteSome(shop.db, old, deletedAtOnce)
}

type Working = { readonly until?: number; readonly stop?: AbortSignal }

/**
 * Works at a change until there is nothing to do or until a moment of `performance.now`, in short transactions: each
 * prepares, changes or restores some products and notes how far it came, so that a change goes on where a killed
 * process left it, and no product is changed twice by two processes.
 */
export async function workAtChange(
  shop: Services,
  id: string,
  { until = Infinity, stop }: Working = {},
): Promise<void> {
  const { db, kind, now } = shop
  const transactions = new ShortTransactions(db, kind, { wantedMs: stepMs[kind] })
  const basics = await readPriceBasics(db, now())
  for (;;) {
    if (performance.now() >= until || stop?.aborted === true) return
    const change = await changeById(db, id)
    const size = Math.min(maxAtOnce, transactions.size)
    const step = { id, size, basics, at: now() }
    let isMore = false
    await transactions.run(size, async (trx) => {
      if (change?.state === 'preparing') isMore = await prepareStep(trx, step)
      else if (change?.state === 'running') isMore = await runStep(trx, step)
      else if (change?.state === 'undoing') isMore = await undoStep(trx, step)
    })
    if (!isMore) return
  }
}
