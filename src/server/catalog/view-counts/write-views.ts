import { dayMs } from '../../../domain/durations.ts'
import { isLanguage, languages } from '../../../domain/places/locales.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { matchScreen } from '../../../routes.ts'
import { claimTurn } from '../../platform/db/claim-turn.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ViewCounter } from './view-counter.ts'
import { addViews, deleteViewsBefore, productsAtSlugs } from './view-queries.ts'

/** Two years and a month, so that a year can be compared with the one before. */
const retentionDays = 765

/** Adds what this process has counted to the day that it is in the home country. What cannot be written is kept. */
export async function writeViews(
  shop: Pick<Shop, 'db' | 'kind' | 'now' | 'settings'>,
  counter: ViewCounter,
): Promise<void> {
  const { db, kind, now, settings } = shop
  const day = (at: Date) => dayOf(at, settings.all.home)
  const counts = counter.take()
  try {
    const views = await viewsOf(shop, counts)
    if (views.size > 0) await db.transaction().execute((trx) => addViews(trx, kind, day(now()), views))
  } catch (error) {
    counter.restore(counts)
    throw error
  }
  if (await claimTurn(db, 'old_views_deleted_at', now(), dayMs))
    await deleteViewsBefore(db, day(new Date(now().getTime() - retentionDays * dayMs)))
}

/** The counts by product; an address that no product has any more counts for none. */
async function viewsOf({ db }: Pick<Shop, 'db'>, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const viewed = [...counts].flatMap(([path, views]) => {
    const [matched, language] = [matchScreen(path), path.split('/')[1] ?? '']
    const slug = matched?.screen === 'product' ? matched.params['slug'] : undefined
    return slug !== undefined && isLanguage(language) ? [{ language, slug, views }] : []
  })
  const sums = new Map<string, number>()
  for (const language of languages) {
    const own = viewed.filter((each) => each.language === language)
    const slugs = own.map(({ slug }) => slug)
    const products = await productsAtSlugs(db, language, slugs)
    for (const { slug, views } of own) {
      const id = products.get(slug)
      if (id !== undefined) sums.set(id, (sums.get(id) ?? 0) + views)
    }
  }
  return sums
}
