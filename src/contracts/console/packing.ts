import type { OrdersBulk } from './bulk.ts'
import type { ListPage } from './lists.ts'

/** The orders that wait to be packed, and what can be done with those that are chosen. */
export type PackingPage = ListPage & {
  bulk: { key: string; actions: readonly ('pick' | 'slips' | Extract<OrdersBulk, 'process' | 'ship'>)[] }
}

/** What to fetch for some orders, by part. */
export type PickList = {
  orders: readonly string[]
  /** Orders that are on hold or have nothing left to pack. */
  leftOut: readonly string[]
  slips: string
  parts: readonly {
    sku: string
    name: string
    units: number
    orders: readonly { number: string; units: number }[]
  }[]
}
