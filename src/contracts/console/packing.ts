import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'
import type { OrdersBulk } from './bulk.ts'
import type { ListPage } from './lists.ts'

/** The orders that wait to be packed, and what can be done with those that are chosen. */
export type PackingPage = ListPage & {
  bulk: {
    key: string
    actions: readonly ('pick' | 'slips' | 'take' | 'give_back' | Extract<OrdersBulk, 'process' | 'ship'>)[]
  }
}

/** What to fetch for some orders, by part. */
export type PickList = {
  /** The shop's day and who looks: the browser keeps what this person took on this day. */
  day: string
  person: string
  orders: readonly string[]
  /** Orders that are on hold or have nothing left to pack. */
  leftOut: readonly string[]
  slips: string
  mayPack: boolean
  parts: readonly {
    sku: string
    name: string
    shelf: string
    units: number
    orders: readonly { number: string; units: number }[]
    /** The sets that it is taken for. */
    sets: readonly string[]
  }[]
}

const code = formText(80)
export const openForm = z.object({ code })
/** `position` is the line that was tapped, where nothing was scanned. */
export const scanForm = z.object({ key: formText(60), code, position: formText(10) })
export const lineForm = z.object({ position: formText(10) })
export const undoForm = z.object({ last: formText(60) })
export const shipScannedForm = z.object({
  version: formText(20),
  key: formText(60),
  scans: formText(60),
  carrier: formText(60),
  tracking: formText(60),
})

/** An order as the person with the scanner packs it. */
export type PackOrder = {
  number: string
  address: readonly string[]
  /** How it is sent, and the address of the collection point. */
  delivery: readonly string[]
  message: string
  isHeld: boolean
  /** Whether anything can be scanned. */
  isOpen: boolean
  isWhole: boolean
  version: string
  key: string
  /** The scans that the page shows: a parcel of others is refused. */
  scans: string
  count: number
  lines: readonly {
    position: number
    sku: string
    name: string
    shelf: string
    units: number
    scanned: number
    isShort: boolean
    /** Scans of units that are cancelled or shipped by now: they are taken out before a parcel is shipped. */
    beyond: number
    /** Whether one more whole unit can be counted: of a set, one of which no part is scanned. */
    hasRoom: boolean
    /** The parts of a set, which are scanned one by one; `units` are those that are not in a whole set. */
    pieces: readonly { id: string; sku: string; name: string; shelf: string; units: number; scanned: number }[]
  }[]
  /** The line, or the part of a set, of the last scan. */
  last: { id: string; sku: string; scanned: number; units: number } | null
  /** Another person who picks it. */
  picker: string | null
  /** The order that is packed next, where nothing is left of this one. */
  next: string | null
  /** Other people who have scanned units of it. */
  others: readonly string[]
}
