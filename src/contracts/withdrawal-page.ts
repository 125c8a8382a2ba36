import type { Amount } from '../domain/cart-amounts.ts'
import type { CurrencyCode } from '../domain/currencies.ts'
import type { PieceView } from './order-page.ts'

export type WithdrawalFault = 'not_found' | 'too_many' | 'nothing_chosen' | 'name_missing' | 'not_possible'

export type WithdrawalLine = { position: number; sku: string; name: string; most: number; quantity: number }

/** What is typed and carried from step to step; the e-mail is empty where the session shows whose order it is. */
type Typed = { number: string; email: string; name: string }

/**
 * The steps of the statutory withdrawal: which order, what of it, the confirmation, the dated receipt. `goesBack` tells
 * that something has been sent and must be sent back.
 */
export type WithdrawalPage =
  | (Typed & { kind: 'ask'; fault: WithdrawalFault | null })
  | (Typed & { kind: 'choose'; lines: WithdrawalLine[]; until: string | null; fault: WithdrawalFault | null })
  | (Typed & { kind: 'confirm'; lines: WithdrawalLine[]; pays: Pick<Amount, 'inc'>; currency: CurrencyCode; goesBack: boolean })
  | { kind: 'over'; number: string; until: string | null; isOrganization: boolean }
  | { kind: 'done'; number: string; at: string; email: string; pieces: PieceView[]; returnNumber: string | null }
