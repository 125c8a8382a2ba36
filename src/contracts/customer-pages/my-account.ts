import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { QuoteState } from '../../domain/orders/quotes.ts'
import type { ReturnKind } from '../../domain/orders/returns.ts'
import type { Pagination } from '../../domain/pagination.ts'
import type { PartlyBack, ShownReturnStatus } from './order-page.ts'
import type { ListItem } from './part-lists.ts'
import type { SavedDevice } from './saved-devices.ts'

/** Data shown on every page of my account: the signed-in customer and the organization. */
export type AccountFrame = {
  name: string
  email: string
  organization: string | null
  invitations: number
  /** Whether there can be subscriptions: the shop offers them, or the customer has had one. */
  hasSubscriptions: boolean
}

/** An order in a list; `orderedBy` is another member of the customer's organization. */
export type OrderItem = {
  number: string
  status: OrderStatus
  partly: PartlyBack | null
  placedAt: string
  total: Minor
  currency: CurrencyCode
  /** The total is without VAT because the buyer accounts for it. */
  isReverseCharged: boolean
  units: number
  names: string[]
  orderReference: string
  orderedBy: string | null
}

/** Orders with all words of `text`, '' for all; `isSearched` when there are so many that a search helps. */
export type OrderList = { orders: OrderItem[]; page: Pagination; text: string; isSearched: boolean }

/** Characters of a search among orders. */
export const maxOrderSearchLength = 80

export type ReturnItem = {
  number: string
  orderNumber: string
  kind: ReturnKind
  shown: ShownReturnStatus
  requestedAt: string
  receivedAt: string | null
  names: string[]
}

export type QuoteItem = {
  number: string
  state: QuoteState
  requestedAt: string
  validUntil: string | null
  currency: CurrencyCode
  /** Including VAT; null until every line is priced. */
  total: Minor | null
  units: number
  names: string[]
  /** False when another member of the organization requested the quote. */
  isYours: boolean
}

/**
 * A customer's personal discount on a discount category (percent), with the categories (name and slug path) that
 * contain most of its parts.
 */
export type PersonalOffer = { category: string; percent: number; places: { name: string; path: string }[] }

export type OffersPage = {
  offers: PersonalOffer[]
  quotes: QuoteItem[]
  fault: 'empty' | 'too_many' | 'too_often' | null
}

export type OverviewPage = {
  latest: OrderItem[]
  orderCount: number
  openReturns: number
  openQuotes: number
  offers: PersonalOffer[]
  /** The lists that were changed last, and how many there are. */
  lists: ListItem[]
  listCount: number
  devices: SavedDevice[]
  deviceCount: number
}

/** `orders` are those with something that can be returned. */
export type ReturnsPage = { returns: ReturnItem[]; orders: OrderItem[] }
