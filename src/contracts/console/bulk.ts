import { z } from 'zod/mini'
import { formText, formTexts } from '../form-fields.ts'
import type { ListPage } from './lists.ts'

/**
 * The chosen rows of a list; `key` makes a form that is sent twice one run. `all` is the number of rows that the person
 * saw, where every row that matches is chosen, and `sure` says that they confirmed it. `reason` is why orders are put
 * on hold, `label` what they are labelled with, `vat_class` the class that products get.
 */
export const bulkForm = z.object({
  action: formText(60),
  key: formText(60),
  'row[]': formTexts,
  all: formText(20),
  sure: formText(10),
  reason: formText(200),
  label: formText(200),
  vat_class: formText(40),
})
export type BulkInput = z.output<typeof bulkForm>

/** What is done with many records at once. */
export const runOperations = [
  'invoices.remind',
  'orders.deliver',
  'orders.hold',
  'orders.label',
  'orders.process',
  'orders.release',
  'orders.ship',
  'orders.unlabel',
  'products.hide',
  'products.publish',
  'products.vat',
] as const
export type RunOperation = (typeof runOperations)[number]

/** An operation on many records, and the result of each. */
export type RunPage = {
  operation: RunOperation
  startedAt: string
  actor: string
  isDone: boolean
  /** The records that it is about. */
  area: 'orders' | 'invoices' | 'products'
  /** Where the records are. */
  back: string
  counts: { waiting: number; done: number; refused: number }
  /** The earlier run that it waits for. */
  behind: { operation: RunOperation; actor: string; ended: number; all: number } | null
  /** What is usually done next with the orders that are done, if the person may; null where there is nothing. */
  next: { key: string; rows: readonly string[]; actions: readonly OrdersBulk[] } | null
  /** The same once more with the records that were refused; null where there are none, or it is somebody else's. */
  again: { address: string; action: string; key: string; rows: readonly string[]; reason: string } | null
  /** All of a short run; of a long one the first, with what was refused before the others. */
  rows: readonly {
    label: string
    address: string | null
    state: 'waiting' | 'done' | 'refused'
    fault: string | null
  }[]
}

/** The orders, and what the person may do with those that they choose; `labels` are those used last. */
export type OrdersPage = ListPage & { bulk: { key: string; actions: readonly OrdersBulk[]; labels: readonly string[] } }
export type OrdersBulk = 'process' | 'ship' | 'deliver' | 'slips' | 'hold' | 'release' | 'label' | 'unlabel'
