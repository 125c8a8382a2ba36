import { expect, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { orderableSku } from '../support/shopper.ts'
import { signInByPost } from '../support/sign-in.ts'
import { testWithShop } from '../support/test-with-shop.ts'

const test = testWithShop({})
const personal = ['my-account', 'my-account-orders', 'home'] as const
const customers = { sv: 'karin@example.com', en: 'admin@verkstad.example' } as const

/** The quantities in the cart that scripts keep, once the shop has seen it. */
const quantities = (page: Page) =>
  page.evaluate(() => {
    const { items, revision, syncedRevision } = JSON.parse(localStorage.getItem('zp02:cart') ?? '{}') as {
      items?: { quantity: number }[]
      revision?: string
      syncedRevision?: string
    }
    return revision === syncedRevision ? items?.map(({ quantity }) => quantity) : 'not seen'
  })

for (const language of languages)
  test(`in ${language} a saved cart is not doubled by logins that are sent before scripts run`, async ({
    browser,
    shop,
  }) => {
    for (let login = 1; login <= 4; login += 1) {
      const context = await browser.newContext({ baseURL: shop.origin })
      const page = await context.newPage()
      await signInByPost(page, language, customers[language])
      if (login === 1) {
        const atc = formatAtc([{ sku: await orderableSku(page, language), quantity: 2 }])
        await page.request.post(href(language, 'checkout-id'), { form: { atc } })
      }
      // The first page does not know who is signed in, the second does.
      for (const screen of login % 2 ? personal : (['home', ...personal] as const)) {
        await page.goto(href(language, screen))
        await page.waitForLoadState('networkidle')
      }
      await expect.poll(() => quantities(page), { message: `login ${login}` }).toEqual([2])
      expect((await context.cookies()).find(({ name }) => name === 'cart')?.value ?? '').toBe('')
      await context.close()
    }
  })
