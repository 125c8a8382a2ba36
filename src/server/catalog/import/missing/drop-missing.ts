import { fileReason } from '../../../../domain/products/file-reasons.ts'
import { slices } from '../../../platform/db/bulk.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { indexProducts } from '../../../search/index-products.ts'
import { finishInTurns } from '../../maintenance/finish-catalog.ts'
import { hideProducts, listedIn } from '../../maintenance/write-queries.ts'
import type { FeedOptions } from '../feed-options.ts'
import type { Missing } from '../feed-report.ts'
import type { Journal } from '../journal/journal.ts'
import { whileNoOther, withJournal } from '../journal/with-journal.ts'
import type { Profile } from '../profile/profile.ts'
import type { UpdateProfile } from '../profile/update-profile.ts'
import { skuKey, type SeenProducts } from '../seen-queries.ts'
import { applySupply } from '../supply/apply-supply.ts'
import { offersWithStock, sellOutOffers, skusOfSupplier } from '../supply/offer-queries.ts'
import { finishPrices, writeChanges } from '../updates/write-changes.ts'
import { missingProducts, noteGone, noteSeen, type FeedReader } from './missing-products.ts'
import { productsOfFeed, productsWithStock } from './missing-queries.ts'

type Options = Pick<FeedOptions, 'db' | 'kind' | 'now' | 'dryRun' | 'run' | 'onWait'> & {
  maxPercent: number
  /** The source that is run; none for an import by hand. */
  source?: string | undefined
  /** How many products the files of the feed made in this import. */
  created?: number
  /** Called with the ids of all products that are missing, whatever is done to them. */
  onMissing?: (ids: readonly string[]) => void
}

type DropProfile = Pick<Profile, 'name' | 'missing' | 'supplier'> | UpdateProfile

const batch = 500

/**
 * Hides products that an earlier import of this feed wrote and that none of its files has now, or takes their stock
 * away, as the profile says. Each source of a profile is a feed of its own, and so are imports by hand. Refuses when a
 * row's product is not known, and above `maxPercent` of the feed's products: the feed is probably not whole.
 */
export async function dropMissing(profile: DropProfile, seen: SeenProducts, options: Options): Promise<Missing> {
  return whileNoOther(options, (mark) => attempt(profile, seen, options, mark))
}

async function attempt(profile: DropProfile, seen: SeenProducts, options: Options, mark: string): Promise<Missing> {
  const { db, dryRun } = options
  const { name, missing: policy, supplier } = profile
  const read = readerOf(profile, db)
  const found = await missingProducts(read, seen, { ...options, profile: name })
  const { ids, of } = found
  options.onMissing?.(ids)
  const refused = refusal(seen, ids.length, of, options)
  const report = { of, missing: ids.length, hidden: 0, sold_out: 0, refused }
  if (policy === 'keep') return report
  if (refused !== null) {
    // A source that has no products yet takes over those imported by hand in a run that is not refused.
    if (!found.isFirst) await noteSeen(read, seen, options)
    return report
  }
  const wanted = policy === 'hide' ? ids : await stockedOf(options, ids, supplier)
  const work = policy === 'hide' ? hide : sellOut
  if (!dryRun && wanted.length > 0)
    await withJournal(options, { title: `missing in ${name}`, mark }, async (journal) => {
      await work(journal, { ...options, supplier }, wanted)
      return { created: 0, changed: wanted.length }
    })
  await noteSeen(read, seen, options)
  await noteGone([...ids, ...found.held], options)
  return { ...report, [policy === 'hide' ? 'hidden' : 'sold_out']: wanted.length }
}

/** The products that a feed had: those that it brought, or those that its supplier offers. */
function readerOf(profile: DropProfile, db: Database): FeedReader {
  if (!('update' in profile))
    return async (after) => (await productsOfFeed(db, profile.name, after, batch)).map((id) => ({ id, seenAs: id }))
  const { supplier = '' } = profile
  return async (after) =>
    (await skusOfSupplier(db, supplier, after, batch)).map(({ id, sku }) => ({ id, seenAs: skuKey(sku) }))
}

function refusal({ unidentified }: SeenProducts, missing: number, of: number, { maxPercent }: Options) {
  if (missing === 0) return null
  if (unidentified > 0) return fileReason('note_missing_unsure', { count: unidentified })
  const percent = (100 * missing) / of
  if (percent <= maxPercent) return null
  return fileReason('note_missing_many', { missing, of, percent: percent.toFixed(1), allowed: maxPercent })
}

async function stockedOf({ db, kind }: Options, ids: readonly string[], supplier: string | undefined) {
  const stocked: string[] = []
  for (const some of slices(ids, batch)) {
    const found = supplier === undefined ? productsWithStock(db, kind, some) : offersWithStock(db, kind, supplier, some)
    stocked.push(...(await found))
  }
  return stocked
}

async function hide(journal: Journal, { kind, now }: Options, ids: readonly string[]): Promise<void> {
  const categoryIds = new Set<string>()
  for (const some of slices(ids, batch))
    await journal.products(some, async (trx) => {
      for (const id of await listedIn(trx, kind, some)) categoryIds.add(id)
      await hideProducts(trx, kind, some, now.toISOString())
      await indexProducts(trx, kind, some)
    })
  const touched = { productIds: ids, categoryIds: [...categoryIds] }
  await finishInTurns((work) => journal.followUp(work), { kind, now }, touched)
}

type SellingOut = Options & { supplier: string | undefined }

/** Says that the shop has none of these products, or that a supplier has none. */
async function sellOut(journal: Journal, { kind, now, supplier }: SellingOut, ids: readonly string[]): Promise<void> {
  const update = supplier === undefined ? { prices: [], onHand: 0, incomingAt: null } : { prices: [] }
  const priced: string[] = []
  for (const some of slices(ids, batch)) {
    const changes = some.map((productId) => ({ productId, update, fields: [] }))
    const written = await journal.prices(some, async (trx) => {
      if (supplier !== undefined) await sellOutOffers(trx, kind, { supplier, ids: some, at: now.toISOString() })
      await writeChanges(trx, { kind, now }, changes)
      return applySupply(trx, { kind, now }, some)
    })
    priced.push(...written)
  }
  await finishPrices((work) => journal.followUp(work), { kind, now }, priced)
}
