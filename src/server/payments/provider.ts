import type { Language } from '../../domain/locales.ts'
import type { PaymentOutcome } from '../../domain/payments.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import type { AttemptRow } from './queries.ts'

/** What a provider tells about an attempt; `eventId` is unique per provider, whatever is sent again. */
export type PaymentNotice = {
  eventId: string
  attemptId: string
  outcome: PaymentOutcome
  /** Minor units that were really paid, and in which currency; compared with the order's. */
  amount: number
  currency: string
  reason: string | null
}

/** The port that every way to pay stands behind; adding one is a file in providers/ and a row in `providers.ts`. */
export type PaymentProvider = {
  name: string
  isOffered: (shop: Shop, language: Language) => boolean
  /** For a way to pay that needs nobody's answer: the order is confirmed in the transaction that writes it. */
  accept: ((attempt: Pick<AttemptRow, 'id' | 'amount' | 'currency'>) => PaymentNotice) | null
  /** Called after the order is written, outside its transaction; gives the page where the shopper pays. */
  start: ((shop: Shop, attempt: AttemptRow, order: OrderRow) => Promise<string>) | null
  /** Verifies and reads a webhook; throws ProblemError 400 when it is not the provider's. */
  readWebhook: ((shop: Shop, body: string, headers: Headers) => Promise<PaymentNotice>) | null
}
