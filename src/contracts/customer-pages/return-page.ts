import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { ReturnReason } from '../../domain/orders/returns.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { UnitsView, RefundCalculation } from './order-page.ts'

export type ReturnFault = 'nothing_chosen' | 'not_possible'

/**
 * A line that can be returned, at most `most` units, for which `paid` was paid, in minor units; `quantity` and `reason`
 * are the shopper's choice.
 */
export type ReturnLine = {
  position: number
  sku: string
  name: string
  most: number
  paid: Minor
  quantity: number
  reason: ReturnReason | ''
}

/**
 * The return screen: the form, or a registered return with instructions; `reasons` are those still within their period.
 */
export type ReturnPage =
  | {
      kind: 'choose'
      number: string
      lines: ReturnLine[]
      reasons: readonly ReturnReason[]
      message: string
      fault: ReturnFault | null
      /** Who changed their mind pays the postage. */
      isAtOwnCost: boolean
      currency: CurrencyCode
      isExVat: boolean
    }
  | {
      kind: 'confirm'
      number: string
      lines: ReturnLine[]
      message: string
      pays: RefundCalculation
      currency: CurrencyCode
    }
  | { kind: 'nothing'; number: string; because: 'not_delivered' | 'over' }
  | {
      kind: 'registered'
      number: string
      returnNumber: string
      units: UnitsView[]
      pays: RefundCalculation
      currency: CurrencyCode
      isPaidByShop: boolean
      /** A dispute is open, so that the refund has to wait. */
      isDelayed: boolean
    }

/**
 * The form and its confirmation: quantity and reason by the line's position. `pays` is the refund that the shopper was
 * shown, `change` leads back from the confirmation.
 */
export const returnForm = z.object({
  action: formChoice(['change', 'confirm']),
  'quantity:': formTextsByKey,
  'reason:': formTextsByKey,
  message: formText(2_000),
  pays: formText(),
})
export type ReturnForm = z.output<typeof returnForm>
