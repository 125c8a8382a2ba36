import { translator, type Translate } from '../../../i18n/translator.ts'

/** Why a report cannot be read as a whole, and why one of its cells cannot. */
type FileReason = 'too_large' | 'no_csv' | 'columns_missing' | 'no_rows' | 'too_many_rows' | 'row_broken' | 'wrong_sum'
type CellReason =
  | 'category'
  | 'amount'
  | 'id'
  | 'reference'
  | 'day'
  | 'currency'
  | 'twice'
  | 'other_day'
  | 'other_currency'
export type PayoutFileReason = FileReason | CellReason

type Values = Readonly<Record<string, string | number>>
const maxShownLength = 60

/** Thrown for a report that is not as expected; the message is for the operator. */
export class PayoutFileError extends Error {
  override readonly name = 'PayoutFileError'
  readonly reason: PayoutFileReason
  readonly values: Values

  constructor(reason: PayoutFileReason, values: Values = {}) {
    super(reasonText(translator('en'), { reason, values }))
    this.reason = reason
    this.values = values
  }
}

/** The reason of a refused report in somebody's language, with the row and column where it is one cell. */
export function reasonText(t: Translate, { reason, values }: Pick<PayoutFileError, 'reason' | 'values'>): string {
  const text = t(`console-payouts:reason.${reason}`, values)
  return 'column' in values ? `${t('console-payouts:reason_at', values)} ${text}` : text
}

/** The refusal of a cell, with its text as it stands in the file. */
export function wrongCell(reason: CellReason, at: { row: number; column: string }, text: string): PayoutFileError {
  const value = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
  return new PayoutFileError(reason, { ...at, value })
}
