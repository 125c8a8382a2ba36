import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { UnitsView, RefundCalculation } from './order-page.ts'

export type WithdrawalFault =
  | 'number_missing'
  | 'email_invalid'
  | 'too_many'
  | 'link_over'
  | 'nothing_chosen'
  | 'name_missing'
  | 'not_possible'

export type WithdrawalLine = { position: number; sku: string; name: string; most: number; quantity: number }

/** Fields that are carried from step to step. */
type Typed = { number: string; name: string }

/**
 * The steps of the statutory withdrawal: order number, a mailed link for shoppers who are not signed in, the choice of
 * units, the confirmation, and the dated receipt. `mailed` does not reveal whether the order exists; `at` is the time
 * of the request. `goesBack`: goods were shipped and must be sent back; `isPaidByShop`: at the shop's
 * cost.
 */
export type WithdrawalPage =
  | (Typed & { kind: 'ask'; email: string; fault: WithdrawalFault | null })
  | { kind: 'mailed'; number: string; email: string; at: string }
  | (Typed & { kind: 'choose'; lines: WithdrawalLine[]; until: string | null; fault: WithdrawalFault | null })
  | (Typed & {
      kind: 'confirm'
      lines: WithdrawalLine[]
      pays: RefundCalculation
      currency: CurrencyCode
      goesBack: boolean
      isPaidByShop: boolean
    })
  | { kind: 'over'; number: string; until: string | null; days: number; isOrganization: boolean }
  | { kind: 'done'; number: string; at: string; email: string; units: UnitsView[]; returnNumber: string | null }

/** The form of every step; `action` says which, and quantities are sent by the line's position. */
export const withdrawalForm = z.object({
  action: formChoice(['ask', 'choose', 'confirm']),
  number: formText(fieldLengths.order_number),
  email: formText(fieldLengths.email),
  name: formText(120),
  'quantity:': formTextsByKey,
})
export type WithdrawalForm = z.output<typeof withdrawalForm>
