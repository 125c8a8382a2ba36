import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { ReturnKind, ReturnReason, ReturnStatus } from '../../domain/orders/returns.ts'
import type { RefundCalculation } from '../customer-pages/order-page.ts'
import { formText, formTextsByKey } from '../form-fields.ts'

/** Why nothing is paid back; the customer reads it. */
export const maxRefusalLength = 300

/**
 * Units of a parcel by line, `units:1`, and how many of them are scrapped, `scrap:1`. `seen` is what the refund came to
 * that the page showed, in minor units.
 */
export const receiveForm = z.object({
  version: formText(20),
  seen: formText(20),
  'units:': formTextsByKey,
  'scrap:': formTextsByKey,
})
export const callOffForm = z.object({ version: formText(20) })
export const refuseForm = z.object({ version: formText(20), reason: formText(maxRefusalLength) })
/** A scan, with the units of the parcel and those that are scrapped as they were typed. */
export const returnScanForm = z.object({ code: formText(80), 'units:': formTextsByKey, 'scrap:': formTextsByKey })

/** A return as staff receive it. */
export type ReturnPage = {
  number: string
  order: string
  kind: ReturnKind
  status: ReturnStatus
  requestedAt: string
  receivedAt: string | null
  name: string
  message: string
  version: string
  /** Why nothing is paid back for what was received. */
  refusal: string
  lines: readonly {
    position: number
    sku: string
    name: string
    reason: ReturnReason
    announced: number
    received: number
    restocked: number
    left: number
    /** How many of this parcel: scanned, or everything that is left before the first scan. */
    came: number
    /** How many of these are not to be sold again: at first those that are announced as damaged or faulty. */
    scrapped: number
  }[]
  /** What these units would pay back; null when nothing is received any more, or for who does not see refunds. */
  pays: (RefundCalculation & { currency: CurrencyCode; isInvoice: boolean }) | null
  /** The counts were typed anew, and somebody is asked whether to pay what they come to. */
  isAsked: boolean
  /** Orders that were sent in exchange. */
  exchanges: readonly { number: string; credit: Minor; currency: CurrencyCode }[]
  may: { receive: boolean; refund: boolean; refuse: boolean; exchange: boolean }
}
