import { expect, type Page } from '@playwright/test'
import { href } from '../../../src/routes.ts'
import { buyerChoice, returnButton, returnReason, returnedQuantity } from '../../support/checkout-form.ts'
import { mailedLink } from '../../support/mailbox.ts'
import { placeByForm } from '../../support/order-by-form.ts'
import {
  accountLink,
  addButton,
  buyButton,
  cartLink,
  miniCart,
  orderableCards,
  toCheckout,
} from '../../support/page-parts.ts'
import {
  fillCheckout,
  openFirstCategory,
  openFirstProduct,
  orderableSku,
  person,
  placeOrder,
  reachCheckoutByLink,
} from '../../support/shopper.ts'
import { inAnyLanguage, words } from '../../support/words.ts'
import { at, deliver, press, type Stop } from './walk.ts'

/** The notices of a cart line: an adjusted quantity, and a part added by a coupon. */
async function withNotices(page: Page): Promise<void> {
  await page.route('**/api/sync-cart?**', async (route) => {
    const response = await route.fetch()
    const [line] = (await response.json()) as object[]
    const bound = { uuid: crypto.randomUUID(), added_by_coupon: 'GIFT', stock_status: 'out_of_stock' }
    await route.fulfill({
      response,
      json: [
        { ...line, cart_notice: 'price_changed', adjusted_quantity: 3 },
        { ...line, ...bound },
      ],
    })
  })
}

/** The number at the end of an order's URL. */
const numberIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** From an empty cart to a paid order and its guest's actions, each stop continuing from the previous one. */
export const buying: readonly Stop[] = [
  { name: 'empty checkout', open: at('checkout-id'), shows: '.empty-checkout' },
  {
    name: 'empty cart drawer',
    shows: 'dialog[data-mini-cart][open]',
    open: async ({ page, language }) => {
      await openFirstProduct(page, language)
      await cartLink(page).click()
      await expect(miniCart(page).getByText(words(language)('islands:cart.empty'))).toBeVisible()
    },
  },
  {
    name: 'cart drawer',
    open: async ({ page }) => {
      await page.keyboard.press('Escape')
      await buyButton(page).click()
    },
    shows: 'dialog[data-mini-cart][open] li b',
  },
  {
    name: 'cart drawer, with notices',
    shows: 'dialog[data-mini-cart] [role="alert"]',
    open: async ({ page, language }) => {
      await withNotices(page)
      await page.reload()
      await cartLink(page).click()
      const field = miniCart(page).getByLabel(words(language)('islands:discount.label')).getByRole('textbox')
      await field.fill('a!')
      await field.press('Enter')
      await expect(miniCart(page).getByRole('spinbutton', { disabled: true })).toBeVisible()
    },
  },
  {
    name: 'checkout',
    shows: '.checkout .place-order',
    open: async ({ page, language }) => {
      await page.unroute('**/api/sync-cart?**')
      await page.evaluate(() => localStorage.clear())
      await reachCheckoutByLink(page, language)
    },
  },
  { name: 'checkout, with faults', open: ({ page }) => placeOrder(page), shows: '.checkout [aria-invalid="true"]' },
  {
    name: 'checkout of an organization',
    shows: '.checkout .organization input',
    open: ({ page }) => buyerChoice(page, 'organization').check({ force: true }),
  },
  {
    name: 'sandbox payment',
    shows: '.sandbox-payment',
    open: async ({ page }) => {
      await buyerChoice(page, 'private').check({ force: true })
      await fillCheckout(page, 'sandbox')
      await placeOrder(page)
    },
  },
  {
    name: 'failed payment',
    open: ({ page }) => press(page, page.getByRole('button', { name: inAnyLanguage('checkout:sandbox.decline') })),
    shows: '.payment-failed',
  },
  {
    name: 'confirmation',
    shows: '.confirmation .order-number',
    open: async ({ page, language, email }) => {
      const lines = [{ sku: await orderableSku(page, language), quantity: 2 }]
      await page.goto(await placeByForm(page.request, language, { lines, email, name: person.name }))
    },
  },
  {
    name: 'order of a guest',
    shows: '.order-view',
    open: async ({ page, shop, email }) => {
      await page.goto(await mailedLink(shop.dataFolder, email))
      await page.waitForURL(/my-order\/\d+$/)
    },
  },
  {
    name: 'return, nothing yet',
    shows: '.return-view',
    open: ({ page, language }) => page.goto(href(language, 'my-order-return', { id: numberIn(page) })),
  },
  {
    name: 'return',
    shows: '.return-view select',
    open: async (visit) => {
      await deliver(visit, numberIn(visit.page))
      await visit.page.reload()
    },
  },
  {
    name: 'return, registered',
    shows: '.return-view [role="status"]',
    open: async ({ page }) => {
      await returnedQuantity(page).first().fill('1')
      await returnReason(page).first().selectOption({ index: 1 })
      await press(page, returnButton(page))
    },
  },
  { name: 'order with a parcel and a return', open: at('my-order'), shows: '.order-parcels .unit-list' },
  { name: 'withdrawal, what', open: at('withdrawal'), shows: '.withdrawal-view [name="name"]' },
  {
    name: 'withdrawal, nothing chosen',
    shows: '.withdrawal-view [role="alert"]',
    open: async ({ page }) => {
      for (const field of await returnedQuantity(page).all()) await field.fill('0')
      await press(page, page.getByRole('button', { name: inAnyLanguage('orders:withdrawal.next') }))
    },
  },
  {
    name: 'withdrawal, to confirm',
    shows: '.withdrawal-view [value="confirm"]',
    open: async ({ page }) => {
      await returnedQuantity(page).first().fill('1')
      await press(page, page.getByRole('button', { name: inAnyLanguage('orders:withdrawal.next') }))
    },
  },
  {
    name: 'withdrawal, done',
    open: ({ page }) => press(page, page.getByRole('button', { name: inAnyLanguage('orders:withdrawal.confirm') })),
    shows: '.withdrawal-view',
  },
  { name: 'order after a withdrawal', open: at('my-order'), shows: '.order-view .order-sums' },
  {
    name: 'order by the account icon',
    shows: '.order-view',
    open: async ({ page }) => {
      await press(page, accountLink(page))
      await expect(page).toHaveURL(/my-order\/\d+$/)
    },
  },
]

/** The cart and checkout as plain forms: the shop's scripts are blocked, but axe may run. */
export const buyingWithoutScript: readonly Stop[] = [
  {
    name: 'cart without script',
    shows: '.cart-view li',
    open: async (visit) => {
      await visit.page.route('**/_astro/*.js', (route) => route.abort())
      await openFirstCategory(visit.page, visit.language)
      await press(visit.page, addButton(orderableCards(visit.page).first()))
    },
  },
  {
    name: 'checkout without script',
    open: ({ page }) => press(page, toCheckout(page)),
    shows: '.checkout',
  },
]
