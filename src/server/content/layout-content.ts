import { layoutWidgets, type LayoutContent } from '../../contracts/layout.ts'
import type { Language } from '../../domain/locales.ts'
import { mainMenuCategories, childCategories } from '../catalog/category-queries.ts'
import { toCategories } from '../catalog/categories.ts'
import type { Shop } from '../shop.ts'
import { nextDealStart, runningDeal } from './queries.ts'
import { widgets } from './widgets.ts'

export type Frame = { content: LayoutContent; changesAt: string | null }

const keptMs = 10_000

/** What the frame of every page shows: menu, widgets and the running deal, which begins and ends to the second. */
export async function layoutContent(shop: Shop, language: Language): Promise<Frame> {
  const kept = await shop.memory.remember(`frame:${language}`, keptMs, () => readFrame(shop, language))
  const isOver = kept.changesAt !== null && kept.changesAt <= shop.now().toISOString()
  return isOver ? readFrame(shop, language) : kept
}

async function readFrame(shop: Shop, language: Language): Promise<Frame> {
  const { db } = shop
  const now = shop.now().toISOString()
  const menuRows = await mainMenuCategories(db, language)
  const childRows = menuRows.length > 0 ? await childCategories(db, language, menuRows.map((row) => row.id)) : []
  const [menu, children] = [await toCategories(db, language, menuRows), await toCategories(db, language, childRows)]
  const parents = new Map(childRows.map((row) => [row.id, row.parent_id]))
  const deal = await runningDeal(db, language, now)
  return {
    content: {
      menu: menu.map((category) => ({ ...category, children: children.filter((child) => parents.get(child.id) === category.id) })),
      widgets: await widgets(shop, language, layoutWidgets),
      deal: deal ?? null,
    },
    changesAt: deal?.expires_at ?? await nextDealStart(db, now),
  }
}
