import { contentItemScreen } from '../../../src/server/console/content/item-page.ts'
import { contentPage } from '../../../src/server/content/content-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { contentOf, outcome, type Browser } from './at-console.ts'

export type Item = { kind: string; id: string }
type Sent = { set?: Record<string, string>; was?: Record<string, string>; form?: Record<string, string> }

/** The page of an item, as it is shown. */
export const opened = (shop: Shop, browser: Browser, params: Item) =>
  contentOf(shop, browser, contentItemScreen, { params })

/** The fields of an item by their names, as its form has them. */
export async function fieldsOf(shop: Shop, browser: Browser, params: Item): Promise<Record<string, string>> {
  const { sides } = await opened(shop, browser, params)
  return Object.fromEntries(
    sides.flatMap(({ language, sections }) =>
      sections.flatMap(({ fields }) => fields.map(({ name, stored }) => [`${language}.${name}`, stored])),
    ),
  )
}

/** Sends the item's form as a browser does: every field, and what it had shown. */
export async function send(
  shop: Shop,
  browser: Browser,
  params: Item,
  action: string,
  { set = {}, was, form = {} }: Sent,
) {
  const shown = was ?? (await fieldsOf(shop, browser, params))
  const named = Object.entries({ ...shown, ...set }).map(([name, value]) => [`set:${name}`, value])
  const before = Object.entries(shown).map(([name, value]) => [`was:set:${name}`, value])
  return outcome(shop, browser, contentItemScreen, {
    params,
    form: { action, ...Object.fromEntries(named), ...Object.fromEntries(before), ...form },
  })
}

/** The text of a page that shoppers see. */
export async function textAt(shop: Shop, language: 'en' | 'sv', slug: string): Promise<string | undefined> {
  const result = await contentPage(shop, language, slug)
  return result instanceof Response ? undefined : result.page.html
}
