import { z } from 'zod/mini'
import type { Amount } from '../../domain/cart/cart-amounts.ts'
import { listLengths } from '../../domain/lists/part-lists.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { StockStatus, Thumb } from '../../domain/products/products.ts'
import { formChoice, formText, formTextIfSent, formTextsByKey } from '../form-fields.ts'

/** Why a list could not be made or changed. */
export type ListFault =
  | 'name_required'
  | 'quantity'
  | 'too_many_lists'
  | 'list_full'
  | 'nothing_to_add'
  | 'too_many_rows'
  | 'too_many_tries'

/** A list among others; `owner` is the colleague who shares it, null for a list of one's own. */
export type ListItem = {
  id: string
  name: string
  parts: number
  updatedAt: string
  owner: string | null
  isShared: boolean
}

/** `cartParts` is the number of parts in the saved cart. */
export type ListsPage = {
  lists: ListItem[]
  organization: string | null
  cartParts: number
  fault: ListFault | null
  typed: string
}

/** The part that replaces one that is no longer sold. */
export type Successor = { sku: string; name: string; path: string }

/**
 * A line of a list, priced for its quantity in the shopper's currency. `path` is null for a part that is no longer
 * sold, which has no amounts either. `possible` is how many units are in stock, at most the line's quantity.
 */
export type ListLine = {
  productId: string
  sku: string
  name: string
  path: string | null
  thumb: Thumb | null
  quantity: number
  note: string
  unit: Amount | null
  total: Amount | null
  stock: StockStatus | null
  incomingAt: string | null
  possible: number
  successor: Successor | null
}

/** Rows that were pasted and name no part of the shop, with what they may mean. */
export type UnknownRow = { number: string; row: number; suggestions: { sku: string; name: string }[] }

/** What was put into the cart: `line` is the part's name when it was a single line. */
export type CartReport = { parts: number; line: string | null; leftOut: number; short: ListLine[] }

export type ListPage = {
  id: string
  name: string
  currency: CurrencyCode
  /** The colleague who shares the list; null for a list of one's own. */
  owner: string | null
  canEdit: boolean
  isShared: boolean
  organization: string | null
  lines: ListLine[]
  total: Amount
  /** The number of parts just added, and what went into the cart. */
  added: number | null
  report: CartReport | null
  fault: ListFault | null
  /** The pasted text and the typed name that could not be saved. */
  typed: { rows: string; name: string | null }
  unknown: UnknownRow[]
}

/** What is about to be put on a list: one part, of which a choice may be asked, or those of an order or the cart. */
export type AddToListPage = {
  source: 'part' | 'order' | 'cart'
  /** The part's number, the order's, or '' for the cart. */
  of: string
  parts: { sku: string; name: string; quantity: number; thumb: Thumb | null }[]
  /** The choices of a variant, one of which goes onto the list. */
  choices: { sku: string; name: string }[]
  lists: { id: string; name: string; isFull: boolean }[]
  fault: ListFault | null
  typed: AddToListForm
}

export const addToListForm = z.object({
  part: formText(64),
  list: formText(64),
  name: formText(listLengths.name * 2),
  quantity: formText(20),
})
export type AddToListForm = z.output<typeof addToListForm>

export const listsForm = z.object({ name: formText(listLengths.name * 2) })

/** The forms of one list; the keys of `quantity:` and `note:`, and the values of single lines, are product ids. */
export const listForm = z.object({
  action: formChoice(['save', 'cart', 'rename', 'share', 'unshare', 'copy', 'delete', 'paste', 'paste_known']),
  up: formTextIfSent,
  down: formTextIfSent,
  remove: formTextIfSent,
  replace: formTextIfSent,
  cart: formTextIfSent,
  name: formText(listLengths.name * 2),
  rows: formTextIfSent,
  'quantity:': formTextsByKey,
  'note:': formTextsByKey,
})
export type ListForm = z.output<typeof listForm>
