import { expect, test, type Page, type Request } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import {
  checkoutField,
  countryField,
  deliveryChoice,
  orderNumber,
  paymentChoice,
  placeButton,
  servicePoints,
} from '../support/checkout-form.ts'
import {
  buyButton,
  cartCount,
  cartLink,
  main,
  miniCart,
  orderableCards,
  pageHeading,
  productLink,
  searchBox,
  suggestions,
  toCheckout,
} from '../support/page-parts.ts'
import {
  addToCart,
  chooseDelivery,
  fillCheckout,
  openFirstProduct,
  person,
  placeOrder,
  reachCheckoutByLink,
} from '../support/shopper.ts'
import { words } from '../support/words.ts'

/** Holds the shop's answer to a change of the address until `before` is done; `after` follows when it is shown. */
async function whilePriced(
  page: Page,
  change: () => Promise<unknown>,
  { before, after }: { before: () => Promise<void>; after: () => Promise<void> },
): Promise<void> {
  const [done, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<Request>()]
  await page.route(isCheckout, async (route) => {
    if (isPricing(route.request())) {
      asked.resolve(route.request())
      await done.promise
    }
    await route.continue()
  })
  await change()
  await before()
  done.resolve()
  const answer = await (await asked.promise).response()
  await answer?.finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.unrouteAll()
  await after()
}

const isCheckout = ({ pathname }: URL) => /^\/(sv|en)\/checkout\/./.test(pathname)

/** The checkout's script asks for it. */
function isPricing(asked: Request): boolean {
  return asked.method() === 'POST' && asked.resourceType() === 'fetch'
}

for (const language of languages) {
  const text = words(language)

  test.describe(`a guest buys in ${language}`, () => {
    test('from search to a tracked order, by invoice [6.anonymous]', async ({ page }) => {
      await page.goto(href(language, 'home'))
      await searchBox(page).fill(language === 'sv' ? 'batteri' : 'battery')
      await expect(suggestions(page).first()).toBeVisible()
      await searchBox(page).press('Enter')
      await page.waitForURL(`**${href(language, 'search')}?q=*`)
      await productLink(orderableCards(page).first()).click()
      await buyButton(page).click()
      await expect(miniCart(page)).toBeVisible()
      await expect(cartCount(page)).toHaveText('1')
      await toCheckout(page).click()
      await fillCheckout(page, 'invoice')
      await chooseDelivery(page, 'service_point')
      const point = servicePoints(page).nth(1)
      await point.click()
      const place = await point.locator('b').innerText()
      await placeOrder(page)
      await expect(pageHeading(page)).toHaveText(text('checkout:confirmation.title'))
      await expect(main(page)).toContainText(place)
      const number = await orderNumber(page).innerText()
      await page.reload()
      await expect(orderNumber(page)).toHaveText(number)
      await expect(cartCount(page)).toBeHidden()

      await page.getByRole('button', { name: text('checkout:confirmation.track') }).click()
      await expect(main(page).getByText(text('checkout:status.confirmed')).first()).toBeVisible()
      await page.goto(href(language, 'track-order', { id: number }))
      await checkoutField(page, 'postal_code').fill(person.postal_code)
      await page.getByRole('button', { name: text('checkout:track.submit') }).click()
      await expect(main(page).getByText(text('checkout:status.confirmed')).first()).toBeVisible()
    })

    test(
      'by the sandbox card, left open and paid from the cart later: one order' +
        ' [4.clear-checkout.locale] [3.cart-state.references]',
      async ({ page }) => {
        await reachCheckoutByLink(page, language)
        await fillCheckout(page, 'sandbox')
        await page.getByRole('button', { name: text('checkout:place') }).press('Enter')
        await page.waitForURL(/sandbox-payment/)
        const begun = page.url()
        await page.goto(href(language, 'home'))
        await cartLink(page).click()
        await miniCart(page)
          .getByRole('button', { name: text('islands:cart.pay') })
          .click()
        await page.waitForURL(begun)
        await page.getByRole('button', { name: text('checkout:sandbox.approve') }).click()
        await expect(pageHeading(page)).toHaveText(text('checkout:confirmation.title'))
        await expect(cartCount(page)).toBeHidden()
      },
    )

    test('by the sandbox card, declined and then approved', async ({ page }) => {
      await reachCheckoutByLink(page, language)
      await fillCheckout(page, 'sandbox')
      await placeOrder(page)
      await page.getByRole('button', { name: text('checkout:sandbox.decline') }).click()
      await expect(pageHeading(page)).toHaveText(text('checkout:failed.title'))
      await page.getByRole('link', { name: text('checkout:failed.again') }).click()
      await expect(checkoutField(page, 'email')).toHaveValue(person.email)
      await fillCheckout(page, 'sandbox')
      await placeOrder(page)
      await page.getByRole('button', { name: text('checkout:sandbox.approve') }).click()
      await expect(pageHeading(page)).toHaveText(text('checkout:confirmation.title'))
    })

    test('what is pressed or typed while the shop prices the address counts; a wrong postal code is told', async ({
      page,
    }) => {
      await reachCheckoutByLink(page, language)
      const payment = paymentChoice(page, 'sandbox')
      await whilePriced(page, () => checkoutField(page, 'postal_code').fill(person.postal_code), {
        before: async () => {
          await payment.focus()
          await page.keyboard.down('Space')
        },
        after: () => page.keyboard.up('Space'),
      })
      await expect(payment).toBeChecked()
      const phone = checkoutField(page, 'phone')
      await whilePriced(page, () => countryField(page).selectOption('FI'), {
        before: () => phone.pressSequentially('0702'),
        after: () => page.keyboard.type('34'),
      })
      await expect(phone).toHaveValue('070234')
      await fillCheckout(page, 'invoice')
      await checkoutField(page, 'postal_code').fill('12')
      await placeOrder(page)
      await expect(page.getByText(text('checkout:error.postal_code_invalid')).first()).toBeVisible()
      await expect(checkoutField(page, 'name')).toHaveValue(person.name)
      await expect(checkoutField(page, 'postal_code')).toHaveAttribute('aria-invalid', 'true')
    })

    test('the button that orders stays where it is when the shop has priced the delivery', async ({ page }) => {
      await reachCheckoutByLink(page, language)
      await checkoutField(page, 'postal_code').fill(person.postal_code)
      // As in browsers that do not hold a page still themselves.
      await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'))
      const placeTop = () => placeButton(page).evaluate((button) => button.getBoundingClientRect().top)
      let before = 0
      await whilePriced(page, () => deliveryChoice(page, 'service_point').check({ force: true }), {
        before: async () => {
          await placeButton(page).evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
          before = await placeTop()
        },
        after: () => expect(servicePoints(page)).not.toHaveCount(0),
      })
      expect(Math.abs((await placeTop()) - before)).toBeLessThan(2)
    })

    test('what is chosen before the script of the checkout is loaded is priced when it is', async ({ page }) => {
      await reachCheckoutByLink(page, language)
      const chosen = Promise.withResolvers<void>()
      await page.route('**/DeliveryChoice.*.js', async (route) => {
        await chosen.promise
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      await checkoutField(page, 'postal_code').fill(person.postal_code)
      await deliveryChoice(page, 'service_point').check({ force: true })
      await expect(servicePoints(page)).toHaveCount(0)
      chosen.resolve()
      await expect(servicePoints(page)).not.toHaveCount(0)
      await expect(deliveryChoice(page, 'service_point')).toBeChecked()
    })

    test('a button pressed before its code has come, and released after, counts once', async ({ page }) => {
      const pressed = Promise.withResolvers<void>()
      await page.route('**/AddToCart.*.js', async (route) => {
        await pressed.promise
        await route.continue()
      })
      await openFirstProduct(page, language)
      await main(page)
        .getByRole('button', { name: text('islands:cart.more') })
        .hover()
      await page.mouse.down()
      pressed.resolve()
      await expect(page.locator('astro-island[component-export=AddToCart]')).not.toHaveAttribute('ssr')
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
      await page.mouse.up()
      await expect(main(page).getByRole('spinbutton').first()).toHaveValue('2')
    })

    test('the cart survives a reload and a removal can be undone [2.layout.cart-count]', async ({ page }) => {
      await addToCart(page, language)
      await page.reload()
      await expect(cartCount(page)).toHaveText('1')
      await cartLink(page).click()
      await miniCart(page)
        .getByRole('button', { name: text('islands:cart.remove'), exact: false })
        .first()
        .click()
      await miniCart(page)
        .getByRole('button', { name: text('islands:cart.undo') })
        .click()
      await expect(cartCount(page)).toHaveText('1')
    })
  })
}

test('a link is mailed also after an order number that was typed wrong', async ({ page }) => {
  const text = words('sv')
  await page.goto(href('sv', 'track-order'))
  await page.locator('#track-number').fill('10/2')
  await checkoutField(page, 'postal_code').fill('11122')
  await page.getByRole('button', { name: text('checkout:track.submit') }).click()
  await expect(main(page)).toContainText(text('checkout:track.not_found'))
  await page.locator('#link-email').fill('anna@example.se')
  await page.getByRole('button', { name: text('orders:track.submit') }).click()
  await expect(main(page)).toContainText(text('orders:track.mailed'))
})
