import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database } from '../../../platform/db/tables.ts'
import type { Journal } from '../journal/journal.ts'
import { whileNoOther, withJournal } from '../journal/with-journal.ts'
import { applySupply } from '../supply/apply-supply.ts'
import { deleteOffersOf, productsOfSupplier } from '../supply/offer-queries.ts'
import { touchProducts } from '../supply/product-queries.ts'
import { readSupplyRules } from '../supply/supply-rules.ts'
import { finishPrices } from '../updates/write-changes.ts'

type Services = { db: Database; kind: DatabaseKind; now: Date }

/**
 * Forgets what a supplier offers, so that the next one takes over where there is one. It can be undone as an import.
 * Returns how many products it offered, and the number of the import.
 */
export async function removeSupplier(
  services: Services,
  supplier: string,
): Promise<{ products: number; number: number | undefined }> {
  return whileNoOther({ ...services, dryRun: false }, async (mark) => {
    if ((await productsOfSupplier(services.db, supplier, 1)).length === 0) return { products: 0, number: undefined }
    const run: { number?: number } = {}
    const { changed } = await withJournal(
      { ...services, run },
      { title: `without ${supplier}`, mark },
      async (journal) => ({
        created: 0,
        changed: await removeFrom(journal, services, supplier),
      }),
    )
    return { products: changed, number: run.number }
  })
}

async function removeFrom(journal: Journal, { db, kind, now }: Services, supplier: string): Promise<number> {
  const rules = await readSupplyRules(db, now)
  const priced: string[] = []
  let products = 0
  for (;;) {
    const ids = await productsOfSupplier(db, supplier, journal.size)
    if (ids.length === 0) break
    const written = await journal.prices(ids, async (trx) => {
      await deleteOffersOf(trx, kind, { supplier, ids })
      await touchProducts(trx, kind, ids, now.toISOString())
      return applySupply(trx, { kind, now, rules }, ids)
    })
    priced.push(...written)
    products += ids.length
  }
  await finishPrices((work) => journal.followUp(work), { kind, now }, priced)
  return products
}
