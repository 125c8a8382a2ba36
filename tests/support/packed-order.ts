import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { returnButton, returnReason } from './checkout-form.ts'
import type { EditorsShop } from './editors-shop.ts'
import { mailedLink } from './mailbox.ts'
import { orderByForm } from './order-by-form.ts'
import { pageHeading } from './page-parts.ts'
import { words } from './words.ts'

type Part = { sku: string; ean: string; units: number }
export type BoughtOrder = { number: string; parts: readonly [Part, Part] }

/** A guest's invoiced order of two units of one part and one of another, whose boxes carry an EAN. */
export async function buyToPack(
  buyer: APIRequestContext,
  shop: EditorsShop,
  language: Language,
  email = 'anna.lind@example.com',
): Promise<BoughtOrder> {
  const answer = await buyer.get(`/api/products?locale=${language}&query=${language === 'sv' ? 'laddare' : 'charger'}`)
  const { products } = (await answer.json()) as {
    products: { sku: string; orderable: boolean; stock_status: string }[]
  }
  const [one, two] = products.filter((each) => each.orderable && each.stock_status === 'in_stock').map(({ sku }) => sku)
  if (!one || !two) throw new Error('The demo has too few chargers in stock.')
  const wanted = [
    { sku: one, quantity: 2 },
    { sku: two, quantity: 1 },
  ]
  const number = await orderByForm(buyer, language, { lines: wanted, email, name: 'Anna Lind' })
  return {
    number,
    parts: [
      { sku: one, ean: giveEan(shop, one, '7312345678901'), units: 2 },
      { sku: two, ean: giveEan(shop, two, '7398765432105'), units: 1 },
    ],
  }
}

/** The demo's parts have no EAN. */
function giveEan(shop: EditorsShop, sku: string, ean: string): string {
  const database = new DatabaseSync(path.join(shop.dataFolder, 'shop.db'), { timeout: 5_000 })
  database
    .prepare(
      `insert into part_numbers (product_id, number, normalized, kind)
       select id, ?, ?, 'ean' from products where sku = ? on conflict do nothing`,
    )
    .run(ean, ean, sku)
  database.close()
  return ean
}

/**
 * Such an order, delivered, whose buyer, without script, wants to return its last part, or so many units of the line at
 * another place. Returns the order, and the number of the return.
 */
export async function returnToReceive(
  buyer: Page,
  shop: EditorsShop,
  language: Language,
  email: string,
  { at, units } = { at: -1, units: '1' },
) {
  const bought = await buyToPack(buyer.request, shop, language, email)
  await buyer.goto(await mailedLink(shop.dataFolder, email))
  await buyer.getByRole('button', { name: words(language)('account:login.order_submit') }).click()
  await buyer.waitForURL(/my-order\/\d+$/)
  await shop.order('ship', bought.number)
  await shop.order('deliver', bought.number)
  await buyer.goto(href(language, 'my-order-return', { id: bought.number }))
  await buyer.getByRole('spinbutton').nth(at).fill(units)
  await returnReason(buyer).nth(at).selectOption({ index: 1 })
  await returnButton(buyer).click()
  await expect(pageHeading(buyer)).toHaveText(words(language)('orders:return.registered'))
  const [announced] = (await shop.order('return', 'list')) as { number: string }[]
  return { ...bought, returnNumber: announced?.number ?? '' }
}
