import { bareLayout, layoutWidgets, type LayoutContent } from '../../contracts/catalog-pages/layout.ts'
import type { Language } from '../../domain/places/locales.ts'
import { withoutBuyer, type ShoppingContext } from '../../domain/places/shopping-context.ts'
import { toCategories } from '../catalog/categories/categories.ts'
import { mainMenuCategories, childCategories } from '../catalog/categories/category-queries.ts'
import { dealNow } from '../content/deal-now.ts'
import { nextDealStart } from '../content/queries.ts'
import { readWidgets } from '../content/widgets.ts'
import { offeredMethods } from '../payments/providers.ts'
import { earliest } from '../platform/http/pages/page-result.ts'
import type { Shop } from '../platform/shop.ts'

export type Frame = { content: LayoutContent; changesAt: string | null }

const cacheMs = 10_000

/**
 * Loads the layout content of every page: menu, widgets and the running deal, which starts and ends exactly on time.
 * Menu and widgets are the same objects for all regions of a language until they are read again.
 */
export async function layoutContent(shop: Shop, context: ShoppingContext): Promise<Frame> {
  const { language, currency, country } = context
  const [texts, offers] = await Promise.all([
    keptUntilOver(shop, `frame:${language}`, () => readTexts(shop, language)),
    keptUntilOver(shop, `frame:${language}:${currency.code}:${country}`, () => readOffers(shop, withoutBuyer(context))),
  ])
  return { content: { ...texts.content, ...offers.content }, changesAt: earliest(texts.changesAt, offers.changesAt) }
}

/** A part of the frame, which is read again when a change that was planned for it has come. */
type Part<Content> = { content: Content; changesAt: string | null }

async function keptUntilOver<Content>(
  { memory, now }: Shop,
  key: string,
  read: () => Promise<Part<Content>>,
): Promise<Part<Content>> {
  const kept = await memory.remember(key, cacheMs, read)
  const isOver = kept.changesAt !== null && kept.changesAt <= now().toISOString()
  return isOver ? read() : kept
}

/** Loads the layout of an error page; without its content when the database fails. */
export async function layoutOrBare(shop: Shop, context: ShoppingContext): Promise<LayoutContent> {
  return layoutContent(shop, context).then(
    ({ content }) => content,
    () => bareLayout,
  )
}

/** What is the same for a language. */
async function readTexts(shop: Shop, language: Language): Promise<Part<Pick<LayoutContent, 'menu' | 'widgets'>>> {
  const { db } = shop
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
  const { widgets, changesAt } = await readWidgets(shop, language, layoutWidgets)
  const withChildren = menu.map((category) => ({
    ...category,
    children: children.filter((child) => parents.get(child.id) === category.id),
  }))
  return { content: { menu: withChildren, widgets }, changesAt }
}

/** What depends on the currency and the country too. */
async function readOffers(
  shop: Shop,
  context: ShoppingContext,
): Promise<Part<Pick<LayoutContent, 'deal' | 'payments' | 'organizationPayments' | 'accountPayments'>>> {
  const { db } = shop
  const now = shop.now().toISOString()
  // Continues without the deal when reading it fails (spec section 8).
  const { deal, changesAt } = await dealNow(db, context, shop.now()).catch(() => ({ deal: null, changesAt: null }))
  const { language, country } = context
  const payments = offeredMethods(shop, language, { country })
  const forAll = offeredMethods(shop, language, { country, kind: 'private' })
  return {
    content: {
      deal,
      payments,
      organizationPayments: payments.filter((method) => !forAll.includes(method)),
      // Guests have no credit unless the shop gives them some.
      accountPayments: payments.filter((method) => method === 'invoice' && shop.env.INVOICE_GUEST_LIMIT <= 0),
    },
    changesAt: changesAt ?? (await nextDealStart(db, now).catch(() => null)),
  }
}
