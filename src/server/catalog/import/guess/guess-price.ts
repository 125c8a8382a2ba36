import { currencyCodes, type CurrencyCode } from '../../../../domain/money/currencies.ts'
import { vatPercent } from '../../../../domain/money/vat.ts'
import { homeRules, type Home } from '../../../../domain/places/home.ts'
import { fileReason, type FileReason } from '../../../../domain/products/file-reasons.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import type { ColumnFacts } from './column-facts.ts'
import type { Roles } from './column-roles.ts'
import { tiersOf } from './guess-links.ts'

/** The price of one unit and from several, and whether it includes VAT, as the file says it. */
export function priceOf(roles: Roles, doubts: FileReason[], home: Home, pricesOfSeveral: number) {
  const {
    currency: [own],
    priceKind: [kind],
    vatIncluded: [included],
  } = roles
  const vatOf = (column: ColumnFacts) => vatSaidOf(column, kind, included)
  const price = roles.price.find((each) => vatOf(each) !== undefined) ?? roles.price[0]
  if (!price) {
    doubts.push(fileReason('doubt_price'))
    return {}
  }
  if (pricesOfSeveral > 0) {
    doubts.push(fileReason('doubt_price_several', { column: price.column, count: pricesOfSeveral }))
    return {}
  }
  const currency = currencyOf(price, home) ?? (own && currencyOf(own, home))
  const tiers = tiersOf(roles)
  const vat = vatOf(price)
  if (!currency) doubts.push(fileReason('doubt_currency', { column: price.column, currency: home.currency }))
  if (vat === undefined) {
    const percent = vatPercent(homeRules(home).vatInPrices)
    doubts.push(fileReason('doubt_vat', { column: price.column, percent }))
  }
  if (vat !== undefined && isGoogle(price)) doubts.push(fileReason('doubt_vat_google', { column: price.column }))
  return {
    price: { column: price.column, currency: currency ?? home.currency, vat: vat ?? 'ex', ...tiers },
  }
}

const isGoogle = ({ column }: ColumnFacts): boolean => column.startsWith('g:')

/** What the headings, another column or Google's rules for feeds say of VAT in a price. */
function vatSaidOf(
  price: ColumnFacts,
  kind: ColumnFacts | undefined,
  included: ColumnFacts | undefined,
): 'inc' | 'ex' | undefined {
  const said = `${price.plain} ${slugify(kind?.cells[0] ?? '')}`
  if (/(?:^|[- ])(?:ex|net(?:to|-|$))|utan-moms|veroton|alv-0(?:-|$| )|(?:ohne|zzgl)-mwst/.test(said)) return 'ex'
  if (/inc|inkl|with-vat|med-moms|gross|gros-|brutto|verollinen|sis-alv|alv-sis/.test(said)) return 'inc'
  if (included) return /^(?:true|yes|ja)$/i.test(included.cells[0] ?? '') ? 'inc' : 'ex'
  // Except in the United States, Canada and India, prices of feeds of Google include it.
  return isGoogle(price) ? 'inc' : undefined
}

function currencyOf({ column, cells }: ColumnFacts, home: Home): CurrencyCode | undefined {
  const words = `${column} ${cells[0] ?? ''}`.toUpperCase()
  const named = currencyCodes.find((code) => new RegExp(`(?:^|[^A-Z])${code}(?:$|[^A-Z])`).test(words))
  if (named !== undefined) return named
  if (/€/.test(words)) return 'EUR'
  if (/£/.test(words)) return 'GBP'
  // In a country without crowns, those of any other could be meant.
  const isCrowns = /(?:^|[^A-Z])KR(?:$|[^A-Z])|:-/.test(words) && home.currency !== 'EUR'
  return isCrowns ? home.currency : undefined
}
