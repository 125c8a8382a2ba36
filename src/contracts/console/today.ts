import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { formText } from '../form-fields.ts'
import type { FirstStep } from './first-steps.ts'

export type Waiting =
  | 'to_pack'
  | 'held'
  | 'returns'
  | 'returns_here'
  | 'quotes'
  | 'requests'
  | 'refunds'
  | 'overdue'
  | 'disputes'
  | 'mails'
  | 'sources'
export type Period = 'day' | 'week' | 'month'
export const levelForm = z.object({ sku: formText(80), level: formText(10) })
export type Sales = { orders: number; sum: Minor }

/** What waits, and what was sold. Sums are minor units with VAT of one currency each. */
export type TodayPage = {
  /** The first steps of a shop without orders; null for others, and for people who may not see settings. */
  firstSteps: { done: number; all: number; next: FirstStep | null } | null
  /** What the person's role lets them see; `address` leads to its list. */
  waiting: readonly { what: Waiting; count: number; address: string | null }[]
  /** By currency, the one with most orders first; each period beside the one of the same length before it. */
  sales: readonly {
    currency: CurrencyCode
    periods: readonly { period: Period; now: Sales; before: Sales }[]
    /** The last 30 days, the oldest first (`2026-11-23`). */
    days: readonly { day: string; sales: Sales }[]
  }[]
  /** Of the checkouts that were begun in each period: how many became orders, paid or on invoice. */
  checkouts: readonly { period: Period; begun: number; ordered: number }[]
  /** Parts below their level; null for those who may not see them. */
  stock: {
    count: number
    parts: readonly { sku: string; name: string; available: number; level: number; incomingAt: string | null }[]
    mayChange: boolean
  } | null
  /** Mails that could not be sent yet, or were given up. */
  failedMails: readonly { name: string; at: string; error: string; isGivenUp: boolean }[]
  best: readonly { sku: string; name: string; units: number }[]
  /** Searches without hits that nobody has dealt with. */
  misses: readonly { query: string; language: string; times: number }[]
  maySeeSales: boolean
}
