import { currencyCodes, type CurrencyCode } from '../../../../domain/money/currencies.ts'
import { ruleFor, priceByRule, type MarkupRule } from '../../../../domain/money/markups.ts'
import { divideRounded } from '../../../../domain/money/money.ts'
import { exVat, homeRate, vatRateAt, voucherClass } from '../../../../domain/money/vat.ts'
import { sellerCountry } from '../../../../domain/places/seller.ts'
import type { SupplyChoice } from '../../../../domain/products/supply.ts'
import { markupRules, type MarkupsSettings } from '../../../../domain/settings/markups.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { settingsNow } from '../../../platform/settings/shop-settings.ts'
import { categoryParents } from '../../maintenance/write-queries.ts'
import { vatRows } from '../../rate-queries.ts'
import { categoryPaths, rateAt } from '../definition-queries.ts'

type Priced = { vat_class: string; main_category_id: string | null }

/** How costs become prices, and which supplier counts, at one moment. */
export type SupplyRules = {
  choice: SupplyChoice
  /** What a cost is in öre; null without a cost or an exchange rate. */
  inOre: (cost: number | null, currency: CurrencyCode) => number | null
  /** The price in öre of what costs so many öre, and the rule that it follows; undefined where none fits. */
  priceOf: (product: Priced, cost: number) => { amount: number; net: number; rule: string } | undefined
  /** Categories of rules that the shop does not have. */
  unknown: readonly string[]
}

/** Reads the rules; `markups` are others than those of the settings. */
export async function readSupplyRules(db: Database, now: Date, markups?: MarkupsSettings): Promise<SupplyRules> {
  const settings = markups ?? (await settingsNow(db)).markups
  const at = now.toISOString()
  const rates = await ratesAt(db, at)
  const vat = await vatRows(db, [sellerCountry])
  const { rules, unknown } = await withIds(db, markupRules(settings))
  const parents = new Map((await categoryParents(db)).map((row) => [row.id, row.parent_id]))
  return {
    choice: { choice: settings.supplier, order: settings.preferred },
    inOre: (cost, currency) => {
      const rate = rates.get(currency)
      return cost === null || rate === undefined ? null : Math.max(1, divideRounded(cost * 1_000_000, rate))
    },
    priceOf: ({ vat_class: vatClass, main_category_id: category }, cost) => {
      const rule = ruleFor(rules, lineageOf(category, parents), cost)
      if (!rule) return undefined
      const rate = vatClass === voucherClass ? 0 : vatRateAt(vat, sellerCountry, vatClass, at) || homeRate
      const amount = priceByRule(rule, cost, rate)
      return { amount, net: exVat(amount, rate), rule: rule.id }
    },
    unknown,
  }
}

/** Millionths of each currency per SEK. */
async function ratesAt(db: Database, at: string): Promise<Map<CurrencyCode, number>> {
  const found = new Map<CurrencyCode, number>([['SEK', 1_000_000]])
  for (const currency of currencyCodes) {
    const rate = currency === 'SEK' ? undefined : await rateAt(db, currency, at)
    if (rate !== undefined) found.set(currency, rate)
  }
  return found
}

/** The currencies that costs may be in. */
export async function costCurrencies(db: Database, now: Date): Promise<ReadonlySet<CurrencyCode>> {
  return new Set((await ratesAt(db, now.toISOString())).keys())
}

/** Replaces the paths of categories in rules by their ids. */
async function withIds(db: Database, rules: readonly MarkupRule[]) {
  const rows = rules.some(({ category }) => category !== '') ? await categoryPaths(db) : []
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
