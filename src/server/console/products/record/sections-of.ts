import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { Translate } from '../../../../i18n/translator.ts'
import type { RecordNames } from './record-names.ts'
import type { RecordState } from './record-state.ts'

/** What the forms of a product are made of. */
export type SectionsOf = {
  state: RecordState
  names: RecordNames
  cells: ReadonlyMap<string, string>
  currencies: readonly CurrencyCode[]
  vatClasses: readonly string[]
  /** Attributes that products of its category have. */
  usual: readonly string[]
  isPriceFixed: boolean
  may: { change: boolean; prices: boolean }
  t: Translate
}
