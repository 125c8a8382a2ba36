import { isLanguage } from '../../../domain/places/locales.ts'
import { fileReasonText, originalText } from '../../../i18n/file-words.ts'
import { readableAmount } from '../../../i18n/money.ts'
import { faultsText } from '../../../i18n/setting-words.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { CatalogError } from '../../catalog/catalog-error.ts'
import { ProfileError } from '../../catalog/import/profile/profile.ts'
import { OrderError, type FaultValues } from '../../ordering/orders/order-error.ts'
import type { Fields } from '../../platform/http/read-form.ts'
import { SettingsError } from '../../platform/settings/settings-error.ts'
import { PriceError } from '../../pricing/choice/price-error.ts'
import { CouponError } from '../../pricing/discounts/coupon-error.ts'
import { RatesError } from '../../pricing/exchange-rates/rates-error.ts'
import { PriceListError } from '../../pricing/price-lists/price-list-error.ts'
import { fieldOfFault } from './fault-fields.ts'
import { faultTexts, type ConsoleFault } from './fault-texts.ts'

/** Thrown by an operation of the console that cannot be carried out; `field` is the field that is to be put right. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'
  readonly fault: ConsoleFault
  readonly values: FaultValues
  readonly field: string | undefined

  constructor(fault: ConsoleFault, values: FaultValues = {}, field?: string) {
    super(fault)
    this.fault = fault
    this.values = values
    this.field = field
  }
}

/** Thrown by an action that changes nothing: the screen is shown with what was typed, such as with another row. */
export class TypedAgain extends Error {
  override readonly name = 'TypedAgain'
}

const refusals = new Set([
  'ConsoleError',
  'StaffError',
  'OrderError',
  'ApiKeyError',
  'WebhookError',
  'QuoteError',
  'RequestError',
  'SettingsError',
  'CouponError',
  'CatalogError',
  'PriceError',
  'DealError',
  'RatesError',
  'PriceListError',
  'ProfileError',
])

/**
 * What a person is told of an operation that was refused, in their language where the fault has a text; undefined for
 * an error that is no refusal.
 */
export function refusalText(error: unknown, t: Translate): string | undefined {
  if (error instanceof SettingsError && error.faults.length > 0) return faultsText(error.faults, t)
  if (error instanceof ProfileError) return profileText(error, t)
  const fault = refusalOf(error)
  return fault === undefined ? undefined : faultText(fault, t, readableValues(valuesOf(error), t))
}

/** Amounts as the reader writes them: the operations say them as commands do, `1234.50 SEK`. */
function readableValues(values: FaultValues, t: Translate): FaultValues {
  const code = t('console:language')
  const language = isLanguage(code) ? code : 'en'
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, readableAmount(String(value), language) ?? value]),
  )
}

/** What is wrong in a profile; a phrase that has no text in the reader's language follows in English. */
function profileText({ detail, message }: ProfileError, t: Translate): string {
  const [text, original] = [fileReasonText(detail, t) ?? message, originalText([detail])]
  return original === '' ? text : `${text} ${t('console-imports:original')} ${original}`
}

/** What the words of a refusal name, such as the part that is short. */
function valuesOf(error: unknown): FaultValues {
  const known = [
    OrderError,
    ConsoleError,
    CouponError,
    CatalogError,
    PriceError,
    PriceListError,
    RatesError,
    SettingsError,
  ]
  return known.some((kind) => error instanceof kind) ? (error as ConsoleError).values : {}
}

/** The field of a sent form that is to be put right; undefined where the refusal is about none. */
export function faultyField(error: unknown, sent: Fields): string | undefined {
  const named = error instanceof ConsoleError || error instanceof CatalogError ? error.field : undefined
  const fault = refusalOf(error)
  if (named !== undefined || fault === undefined || !isFault(fault)) return named
  return fieldOfFault(fault, valuesOf(error), sent)
}

/** Why an operation was refused: a fault that has a text, else the error's message. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !refusals.has(error.name)) return undefined
  const fault = 'fault' in error && typeof error.fault === 'string' ? error.fault : ''
  return isFault(fault) ? fault : error.message
}

/** A fault of `refusalOf` in words. */
export function faultText(fault: string, t: Translate, values: FaultValues = {}): string {
  return isFault(fault) ? t(faultTexts[fault], values) : fault
}

function isFault(text: string): text is ConsoleFault {
  return Object.hasOwn(faultTexts, text)
}
