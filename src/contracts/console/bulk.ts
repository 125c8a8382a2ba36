import { z } from 'zod/mini'
import { formText, formTexts } from '../form-fields.ts'
import type { ListPage } from './lists.ts'

/** The chosen rows of a list; `key` makes a form that is sent twice one run. */
export const bulkForm = z.object({ key: formText(60), 'row[]': formTexts })

/** An operation on many records, and what came of each. */
export type RunPage = {
  operation: string
  startedAt: string
  actor: string
  isDone: boolean
  /** Where the records are. */
  back: string
  counts: { waiting: number; done: number; refused: number }
  rows: readonly {
    label: string
    address: string | null
    state: 'waiting' | 'done' | 'refused'
    fault: string | null
  }[]
}

/** The orders, and what the person may do with those that they choose. */
export type OrdersPage = ListPage & { bulk: { key: string; actions: readonly OrdersBulk[] } }
export type OrdersBulk = 'process' | 'ship' | 'deliver' | 'slips'
