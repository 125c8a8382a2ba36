import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formText } from '../form-fields.ts'
import { choiceForm, ruleForm, type ChoiceFields, type PriceTable, type RuleFields } from './prices.ts'
import type { AuditLine } from './staff.ts'

export const priceChangeForm = z.object({ ...choiceForm, ...ruleForm, everything: formText(5) })
export type PriceChangeInput = z.output<typeof priceChangeForm>

export const priceChangeStates = ['preparing', 'ready', 'running', 'done', 'undoing', 'undone'] as const
export type ShownState = (typeof priceChangeStates)[number]
export const priceChangeParts = ['all', 'changing', 'raised', 'lowered', 'below_cost', 'skipped', 'refused'] as const
export type PriceChangePart = (typeof priceChangeParts)[number]

export type NewPriceChangePage = {
  readonly fields: ChoiceFields & RuleFields
  readonly base: CurrencyCode
  readonly mayCosts: boolean
}

/** One change of many prices: what it does, how far it is, and each product. */
export type PriceChangePage = {
  readonly id: string
  readonly state: ShownState
  readonly rule: string
  readonly choice: string
  readonly actor: string
  /** UTC ISO; null for what has not happened. */
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly undoneAt: string | null
  readonly counts: Readonly<Record<'total' | 'changed' | 'refused' | 'undone' | 'kept' | 'cursor', number>>
  /** Null while it is prepared. */
  readonly sums: Readonly<Record<'raised' | 'lowered' | 'skipped' | 'belowCost', number>> | null
  readonly part: PriceChangePart
  readonly parts: readonly PriceChangePart[]
  readonly table: PriceTable
  readonly next: string | null
  readonly mayChange: boolean
  readonly audit: readonly AuditLine[]
}
