import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Language } from '../../../src/domain/locales.ts'
import { href, type Params, type Query, type Screen } from '../../../src/routes.ts'
import { demoPassword } from '../../../src/tools/demo/commerce/accounts.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { deliverOrder } from '../../../src/server/orders/deliver-order.ts'
import { shipOrder } from '../../../src/server/orders/ship-order.ts'
import { words } from '../../support/words.ts'
import type { EditorsShop } from '../../support/editors-shop.ts'

export type Visit = { page: Page; language: Language; shop: EditorsShop; /** Of nobody else in this run. */ email: string }

/** A screen in one of its states; it may go on from where the one before it in the walk ended. */
export type Stop = {
  name: string
  open: (visit: Visit) => Promise<unknown>
  /** What stands there when it is the right screen in the right state. */
  shows: string
  /** The part that axe looks at in the usual run, where the frame around it was looked at before. */
  part?: string
}

/** Opens a screen by its address. */
export const at = (screen: Screen, params: Params = {}, query: Query = {}) =>
  ({ page, language }: Visit) => page.goto(href(language, screen, params, query))

/** Presses what starts with these selectors, and waits for the page that follows. */
export async function press(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.locator(selector).first().click()])
}

export async function signIn({ page, language }: Visit, email: string, password = demoPassword): Promise<void> {
  await page.goto(href(language, 'login'))
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(password)
  await Promise.all([page.waitForEvent('load'), page.locator('main').getByRole('button', { name: words(language)('islands:login.submit') }).click()])
}

/** The path of the first link on the shown page to a screen with a slug. */
export async function linkTo({ page, language }: Visit, screen: 'brand' | 'product' | 'product-tag' | 'product-category-all'): Promise<string> {
  const start = href(language, screen, { slug: 'x' }).slice(0, -1)
  return await page.locator(`main a[href^="${start}"]`).first().getAttribute('href') ?? ''
}

/** Sends an order in one parcel, which comes at once. */
export async function deliver({ shop }: Visit, number: string): Promise<void> {
  const { db } = connect({ sqliteFile: path.join(shop.dataFolder, 'shop.db') })
  const desk = { db, now: () => new Date() }
  const { id: orderId } = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirstOrThrow()
  await shipOrder(desk, { orderId, actor: 'operator', carrier: 'PostNord', trackingNumber: `PN${number}SE` })
  await deliverOrder(desk, { orderId, actor: 'operator' })
  await db.destroy()
}
