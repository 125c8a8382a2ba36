import { currencyCodes, type CurrencyCode } from '../../../../domain/money/currencies.ts'
import { ruleFor, priceByRule, type MarkupRule } from '../../../../domain/money/markups.ts'
import { divideRounded } from '../../../../domain/money/money.ts'
import { exVat, vatRateAt, voucherClass, type VatRate } from '../../../../domain/money/vat.ts'
import { homeRules, type Home } from '../../../../domain/places/home.ts'
import { dayOf } from '../../../../domain/places/working-days.ts'
import type { SupplyChoice } from '../../../../domain/products/supply.ts'
import { markupRules, type MarkupsSettings } from '../../../../domain/settings/markups.ts'
import { homeNow } from '../../../platform/db/home-queries.ts'
import type { Database, Queryable } from '../../../platform/db/tables.ts'
import { settingsNow } from '../../../platform/settings/shop-settings.ts'
import { categoryParents } from '../../maintenance/write-queries.ts'
import { exchangeRates, vatRows } from '../../rate-queries.ts'
import { categoryPaths, formerPaths } from '../definition-queries.ts'

type Priced = { vat_class: string; main_category_id: string | null }

/** How costs become prices, and which supplier counts, at one moment. */
export type SupplyRules = {
  choice: SupplyChoice
  /** The shop's own currency, in which prices follow from costs. */
  base: CurrencyCode
  /** What a cost is in the base currency (minor units); null without a cost or an exchange rate. */
  inBase: (cost: number | null, currency: CurrencyCode) => number | null
  /** The price of what has this cost, both in the base currency, and the rule it follows; undefined where none fits. */
  priceOf: (product: Priced, cost: number) => { amount: number; net: number; rule: string } | undefined
  /** Categories of rules that the shop does not have. */
  unknown: readonly string[]
}

/** Reads the rules; `markups` are others than those of the settings. */
export async function readSupplyRules(db: Database, now: Date, markups?: MarkupsSettings): Promise<SupplyRules> {
  const settings = markups ?? (await settingsNow(db)).markups
  const home = await homeNow(db)
  const rates = await ratesAt(db, home.currency, now)
  const vatIn = await vatInPrices(db, home, now)
  const { rules, unknown } = await withIds(db, markupRules(settings))
  const parents = new Map((await categoryParents(db)).map((row) => [row.id, row.parent_id]))
  return {
    choice: { choice: settings.supplier, order: settings.preferred },
    base: home.currency,
    inBase: (cost, currency) => {
      const rate = rates.get(currency)
      return cost === null || rate === undefined ? null : Math.max(1, divideRounded(cost * 1_000_000, rate))
    },
    priceOf: ({ vat_class: vatClass, main_category_id: category }, cost) => {
      const rule = ruleFor(rules, lineageOf(category, parents), cost)
      if (!rule) return undefined
      const rate = vatIn(vatClass)
      const amount = priceByRule(rule, cost, rate)
      return { amount, net: exVat(amount, rate), rule: rule.id }
    },
    unknown,
  }
}

/** Returns the VAT rate that stored prices of a class include. */
export async function vatInPrices(db: Database, home: Home, now: Date): Promise<(vatClass: string) => VatRate> {
  const standard = homeRules(home).vatInPrices
  const rows = await vatRows(db, [home.country])
  const today = dayOf(now, home)
  return (vatClass) => {
    if (vatClass === voucherClass) return 0
    return vatClass === 'standard' ? standard : vatRateAt(rows, home.country, vatClass, today) || standard
  }
}

/** Millionths of each currency per unit of the base currency. */
export async function ratesAt(db: Queryable, base: CurrencyCode, now: Date): Promise<Map<CurrencyCode, number>> {
  const found = new Map<CurrencyCode, number>([[base, 1_000_000]])
  for (const currency of currencyCodes) {
    const rate = currency === base ? undefined : await exchangeRates(db, currency, now.toISOString())
    if (rate !== undefined) found.set(currency, rate)
  }
  return found
}

/** The currencies that costs may be in. */
export async function costCurrencies(db: Database, now: Date): Promise<ReadonlySet<CurrencyCode>> {
  const { currency: base } = await homeNow(db)
  return new Set((await ratesAt(db, base, now)).keys())
}

/** Replaces the paths of categories in rules, also former ones, by their ids. */
async function withIds(db: Database, rules: readonly MarkupRule[]) {
  const isNamed = rules.some(({ category }) => category !== '')
  const rows = isNamed ? [...(await formerPaths(db)), ...(await categoryPaths(db))] : []
  const ids = new Map(rows.flatMap(({ category_id: id, language, path }) => (language === 'en' ? [[path, id]] : [])))
  for (const { category_id: id } of rows) ids.set(id, id)
  const unknown = rules.flatMap(({ category }) => (category === '' || ids.has(category) ? [] : [category]))
  return { rules: rules.map((rule) => ({ ...rule, category: ids.get(rule.category) ?? rule.category })), unknown }
}

/** A category and those above it, and '' for all. */
function lineageOf(category: string | null, parents: ReadonlyMap<string, string | null>): string[] {
  const lineage: string[] = []
  for (let at = category; at !== null && !lineage.includes(at); at = parents.get(at) ?? null) lineage.push(at)
  return [...lineage, '']
}
