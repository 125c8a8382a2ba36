import { bareLayout, layoutWidgets, type LayoutContent } from '../../contracts/catalog-pages/layout.ts'
import { withoutBuyer, type ShoppingContext } from '../../domain/places/shopping-context.ts'
import { mainMenuCategories, childCategories } from '../catalog/categories/category-queries.ts'
import { toCategories } from '../catalog/categories/categories.ts'
import { earliest } from '../platform/http/pages/page-result.ts'
import { offeredMethods } from '../payments/providers.ts'
import type { Shop } from '../platform/shop.ts'
import { dealNow } from '../content/deal-now.ts'
import { nextDealStart } from '../content/queries.ts'
import { readWidgets } from '../content/widgets.ts'

export type Frame = { content: LayoutContent; changesAt: string | null }

const keptMs = 10_000

/**
 * Loads the layout content of every page: menu, widgets and the running deal, which starts and ends exactly on time.
 */
export async function layoutContent(shop: Shop, context: ShoppingContext): Promise<Frame> {
  const key = `frame:${context.language}:${context.currency.code}:${context.country}`
  const kept = await shop.memory.remember(key, keptMs, () => readFrame(shop, withoutBuyer(context)))
  const isOver = kept.changesAt !== null && kept.changesAt <= shop.now().toISOString()
  return isOver ? readFrame(shop, withoutBuyer(context)) : kept
}

/** Loads the layout of an error page; without its content when the database fails. */
export async function layoutOrBare(shop: Shop, context: ShoppingContext): Promise<LayoutContent> {
  return layoutContent(shop, context).then(
    ({ content }) => content,
    () => bareLayout,
  )
}

async function readFrame(shop: Shop, context: ShoppingContext): Promise<Frame> {
  const { db } = shop
  const { language } = context
  const now = shop.now().toISOString()
  const menuRows = await mainMenuCategories(db, language)
  const childRows =
    menuRows.length > 0
      ? await childCategories(
          db,
          language,
          menuRows.map((row) => row.id),
        )
      : []
  const [menu, children] = [await toCategories(db, language, menuRows), await toCategories(db, language, childRows)]
  const parents = new Map(childRows.map((row) => [row.id, row.parent_id]))
  // Continues without the deal when reading it fails (spec section 8).
  const { deal, changesAt: dealChangesAt } = await dealNow(db, context, shop.now()).catch(() => ({
    deal: null,
    changesAt: null,
  }))
  const { widgets, changesAt } = await readWidgets(shop, language, layoutWidgets)
  return {
    content: {
      menu: menu.map((category) => ({
        ...category,
        children: children.filter((child) => parents.get(child.id) === category.id),
      })),
      widgets,
      deal,
      payments: offeredMethods(shop, language, context.country),
    },
    changesAt: earliest(changesAt, dealChangesAt ?? (await nextDealStart(db, now).catch(() => null))),
  }
}
