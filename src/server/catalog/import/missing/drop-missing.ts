import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database, DatabaseTransaction } from '../../../platform/db/tables.ts'
import { indexProducts } from '../../../search/index-products.ts'
import { finishCatalog } from '../../maintenance/finish-catalog.ts'
import { listedIn } from '../../maintenance/write-queries.ts'
import type { Missing } from '../feed-report.ts'
import type { Profile } from '../profile/profile.ts'
import { writeChanges } from '../updates/write-changes.ts'
import { hideProducts, productsOfFeed, productsWithStock } from './missing-queries.ts'
import type { SeenProducts } from '../seen-queries.ts'

type Options = { db: Database; kind: DatabaseKind; now: Date; dryRun: boolean; maxPercent: number }

const batch = 500

/**
 * Hides products that an earlier import of this feed wrote and that none of its files has now, or takes their stock
 * away, as the profile says. Refuses when a row's product is not known, and above `maxPercent` of the feed's products:
 * the feed is probably not whole.
 */
export async function dropMissing(
  { name, missing: policy }: Pick<Profile, 'name' | 'missing'>,
  seen: SeenProducts,
  options: Options,
): Promise<Missing> {
  const { db, kind, dryRun } = options
  const { ids, of } = await missingProducts(name, seen, db)
  const refused = refusal(seen, ids.length, of, options)
  const report = { of, missing: ids.length, hidden: 0, sold_out: 0, refused }
  if (policy === 'keep' || refused !== null) return report
  const wanted = policy === 'hide' ? ids : await stockedOf(db, kind, ids)
  const work = policy === 'hide' ? hide : sellOut
  if (!dryRun && wanted.length > 0) await db.transaction().execute((trx) => work(trx, options, wanted))
  return { ...report, [policy === 'hide' ? 'hidden' : 'sold_out']: wanted.length }
}

async function missingProducts(feed: string, seen: SeenProducts, db: Database) {
  const ids: string[] = []
  let of = 0
  for (let after = ''; ;) {
    const found = await productsOfFeed(db, feed, after, batch)
    const last = found.at(-1)
    if (last === undefined) return { ids, of }
    of += found.length
    ids.push(...found.filter((id) => !seen.has(id)))
    after = last
  }
}

function refusal({ unidentified }: SeenProducts, missing: number, of: number, { maxPercent }: Options): string | null {
  if (missing === 0) return null
  if (unidentified > 0)
    return `${unidentified} rows cannot be read, and may be those of products that seem to be missing.`
  const percent = (100 * missing) / of
  if (percent <= maxPercent) return null
  return (
    `${missing} of the feed's ${of} products (${percent.toFixed(1)} %) are not in it any more, and at most ` +
    `${maxPercent}% may be missing (--max-missing). Nothing was done to them.`
  )
}

async function stockedOf(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<string[]> {
  const stocked: string[] = []
  for (const some of batches(ids)) stocked.push(...(await productsWithStock(db, kind, some)))
  return stocked
}

function batches(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / batch) }, (_, at) => ids.slice(at * batch, (at + 1) * batch))
}

async function hide(trx: DatabaseTransaction, { kind, now }: Options, ids: readonly string[]): Promise<void> {
  const categoryIds = new Set<string>()
  for (const some of batches(ids)) {
    for (const id of await listedIn(trx, kind, some)) categoryIds.add(id)
    await hideProducts(trx, kind, some, now.toISOString())
  }
  await indexProducts(trx, kind, ids)
  await finishCatalog(trx, { kind, now }, { productIds: ids, categoryIds: [...categoryIds] })
}

async function sellOut(trx: DatabaseTransaction, { kind, now }: Options, ids: readonly string[]): Promise<void> {
  const update = { prices: [], onHand: 0, incomingAt: null }
  for (const some of batches(ids))
    await writeChanges(
      trx,
      { kind, now },
      some.map((productId) => ({ productId, update, fields: [] })),
    )
}
