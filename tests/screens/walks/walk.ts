import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Language } from '../../../src/domain/places/locales.ts'
import type { Translate } from '../../../src/i18n/translator.ts'
import { href, type Params, type Query, type Screen } from '../../../src/routes.ts'
import { createOrderEvents } from '../../../src/server/order-subscribers.ts'
import { deliverOrder } from '../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderEvent } from '../../../src/server/ordering/orders/order-events.ts'
import { orderByNumber, orderLineRows } from '../../../src/server/ordering/orders/queries.ts'
import type { OrderServices } from '../../../src/server/ordering/orders/transition.ts'
import { priceQuote } from '../../../src/server/ordering/quotes/answer-quote.ts'
import { quoteByNumber, quoteLinesOf } from '../../../src/server/ordering/quotes/queries.ts'
import { startSubscriptions } from '../../../src/server/ordering/subscriptions/start-subscriptions.ts'
import { connect } from '../../../src/server/platform/db/connect.ts'
import type { EditorsShop } from '../../support/editors-shop.ts'

export type Visit = {
  page: Page
  language: Language
  shop: EditorsShop
  /** Of nobody else in this run. */ email: string
}

/** A screen in one of its states; it may continue from the previous stop of the walk. */
export type Stop = {
  name: string
  open: (visit: Visit) => Promise<unknown>
  /** Identifies the right screen in the right state. */
  shows: string
  /** A text only on this screen, where nothing else distinguishes it. */
  says?: (text: Translate) => string
}

/** Opens a screen by its URL. */
export const at =
  (screen: Screen, params: Params = {}, query: Query = {}) =>
  ({ page, language }: Visit) =>
    page.goto(href(language, screen, params, query))

/** Clicks the first of these elements, and waits for the next page. */
export async function press(page: Page, element: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), element.first().click()])
}

/** Ships an order in one parcel and delivers it. */
export async function deliver({ shop }: Visit, number: string): Promise<void> {
  await withOrderServices(shop, async (services) => {
    const { id: orderId } = await services.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    await shipOrder(services, { orderId, actor: 'operator', carrier: 'PostNord', trackingNumber: `PN${number}SE` })
    await deliverOrder(services, { orderId, actor: 'operator' })
  })
}

/** Answers a quote with ten percent off and a message. */
export async function priceAsked({ shop }: Visit, number: string): Promise<void> {
  await withOrderServices(shop, async (services) => {
    const quote = await quoteByNumber(services.db, number)
    const lines = await quoteLinesOf(services.db, [quote?.id ?? ''])
    const prices = new Map(lines.map(({ sku, list_price: price }) => [sku, Math.round(price * 0.009) * 100]))
    await priceQuote(services, { number, prices, days: 30, answer: 'Until Friday.' })
  })
}

/** Turns an order's first line into a monthly subscription. */
export async function subscribeTo({ shop }: Visit, number: string): Promise<void> {
  await withOrderServices(shop, async ({ db }) => {
    const order = await orderByNumber(db, number)
    if (!order) throw new Error(`There is no order ${number}.`)
    const lines = (await orderLineRows(db, order.id))
      .slice(0, 1)
      .map((line) => ({ ...line, details: JSON.stringify({ subscription_interval: { id: '30' } }) }))
    await db
      .transaction()
      .execute((trx) => startSubscriptions(trx, orderEvent(trx, order, new Date(), { type: 'order.confirmed' }, lines)))
  })
}

async function withOrderServices(shop: EditorsShop, work: (services: OrderServices) => Promise<void>): Promise<void> {
  const { db } = connect({ sqliteFile: path.join(shop.dataFolder, 'shop.db') })
  await work({ db, now: () => new Date(), orderEvents: createOrderEvents() })
  await db.destroy()
}
