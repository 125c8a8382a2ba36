import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { MarkupsSettings } from '../../../../domain/settings/markups.ts'
import { slices } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { whileNoOther, withJournal } from '../journal/with-journal.ts'
import { applySupply } from '../supply/apply-supply.ts'
import { offeredProducts, touchProducts } from '../supply/product-queries.ts'
import { isSupplyChanged, isPriceChanged, settlementsOf, type Settlement } from '../supply/settlements.ts'
import { readSupplyRules, type SupplyRules } from '../supply/supply-rules.ts'
import { finishPrices } from '../updates/write-changes.ts'

type Services = { db: Database; kind: DatabaseKind; now: Date }

/** A price that changes, in the shop's own currency (minor units); null for none before. */
export type PriceChange = {
  sku: string
  supplier: string
  rule: string
  currency: CurrencyCode
  cost: number
  before: number | null
  after: number
  /** The new price without VAT. */
  net: number
}
export type PricePreview = {
  products: number
  raised: number
  lowered: number
  /** Products whose number of units, supplier or time of delivery changes. */
  moved: number
  /** Products whose cost has no rule, and keep their price. */
  unruled: number
  /** Categories of rules that the shop does not have. */
  unknown: readonly string[]
  changes: PriceChange[]
}

const batch = 500

/** Computes what prices would be by the rules of the settings, or by others, and changes nothing. */
export async function previewPrices(
  { db, kind, now }: Services,
  { markups, limit }: { markups?: MarkupsSettings | undefined; limit: number },
): Promise<PricePreview> {
  const rules = await readSupplyRules(db, now, markups)
  const preview: PricePreview = {
    products: 0,
    raised: 0,
    lowered: 0,
    moved: 0,
    unruled: 0,
    unknown: rules.unknown,
    changes: [],
  }
  for await (const settled of eachBatch({ db, kind }, rules)) for (const each of settled) count(preview, each, limit)
  return preview
}

function count(preview: PricePreview, settled: Settlement, limit: number): void {
  const { price, prices, sku, supplier, isUnruled } = settled
  preview.products += 1
  if (isUnruled) preview.unruled += 1
  if (isSupplyChanged(settled)) preview.moved += 1
  if (!price || !isPriceChanged(settled)) return
  const before = prices.find((each) => each.currency === price.currency && each.min_quantity === 1)?.amount ?? null
  if (before === null || before < price.amount) preview.raised += 1
  if (before !== null && before > price.amount) preview.lowered += 1
  const { rule, currency, cost, net, amount: after } = price
  if (preview.changes.length < limit) preview.changes.push({ sku, supplier, rule, currency, cost, before, after, net })
}

async function* eachBatch(services: Pick<Services, 'db' | 'kind'>, rules: SupplyRules): AsyncGenerator<Settlement[]> {
  for (let after = ''; ;) {
    const ids = await offeredProducts(services.db, after, batch)
    const last = ids.at(-1)
    if (last === undefined) return
    yield settlementsOf(services.db, { kind: services.kind, rules: async () => rules }, ids)
    after = last
  }
}

/**
 * Gives all products whose prices follow from costs the prices of the rules, and sells the units of the suppliers that
 * count now, in short transactions. It can be undone as an import: @returns its number, undefined when nothing changes.
 */
export async function applyPrices(services: Services): Promise<{ changed: number; number: number | undefined }> {
  const { db, kind, now } = services
  return whileNoOther({ ...services, dryRun: false }, async (mark) => {
    const rules = await readSupplyRules(db, now)
    const ids: string[] = []
    for await (const settled of eachBatch(services, rules))
      ids.push(...settled.filter((each) => isPriceChanged(each) || isSupplyChanged(each)).map(({ id }) => id))
    if (ids.length === 0) return { changed: 0, number: undefined }
    const run: { number?: number } = {}
    await withJournal({ ...services, run }, { title: 'mark-ups', mark }, async (journal) => {
      const priced: string[] = []
      for (const some of slices(ids, batch))
        for (const step of slices(some, journal.size)) {
          const written = await journal.prices(step, async (trx) => {
            await touchProducts(trx, kind, step, now.toISOString())
            return applySupply(trx, { kind, now, rules }, step)
          })
          priced.push(...written)
        }
      await finishPrices((work) => journal.followUp(work), { kind, now }, priced)
      return { created: 0, changed: ids.length }
    })
    return { changed: ids.length, number: run.number }
  })
}
