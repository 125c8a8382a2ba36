import { chromium, expect, request, test, type Browser, type Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { FakeStripe } from '../support/fake-stripe.ts'
import { wholeBrowser } from '../support/find-browser.ts'
import { mailedLink, mailTexts } from '../support/mailbox.ts'
import { numberOf, placeByForm } from '../support/order-by-form.ts'
import { orderableSku, person, reachCheckoutByForm, reachCheckoutByLink } from '../support/shopper.ts'
import { signInByPost } from '../support/sign-in.ts'
import { hostStripe } from '../support/stripe-page.ts'
import { words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })
let shop: EditorsShop
let stripe: FakeStripe
test.beforeAll(async () => {
  stripe = await FakeStripe.start()
  shop = await startEditorsShop({ ...stripe.env, SANDBOX_PAYMENTS: '1' })
})
test.afterAll(async () => {
  await shop.stop()
  await stripe[Symbol.asyncDispose]()
})

type Payment = 'invoice' | 'stripe' | 'sandbox'
type Buyer = { language: Language; payment: Payment; email: string; signedIn?: boolean; script?: boolean }

const customer = { email: 'karin@example.com', signedIn: true }
const organization = { email: 'buyer@verkstad.example', signedIn: true }
/** Every language with every payment method; guests, a customer and an organization; with scripts and without. */
const buyers: Record<string, Buyer> = {
  'a guest in sv without script, by invoice': { language: 'sv', payment: 'invoice', email: 'gast-faktura@example.com' },
  'a customer in en with script, by Stripe': { language: 'en', payment: 'stripe', script: true, ...customer },
  'an organization in sv with script, by the sandbox': {
    language: 'sv',
    payment: 'sandbox',
    script: true,
    ...organization,
  },
  'a guest in en without script, by the sandbox': {
    language: 'en',
    payment: 'sandbox',
    email: 'guest-card@example.com',
  },
  'an organization in en with script, by invoice': {
    language: 'en',
    payment: 'invoice',
    script: true,
    ...organization,
  },
  'a customer in sv without script, by Stripe': { language: 'sv', payment: 'stripe', ...customer },
}

for (const [who, buyer] of Object.entries(buyers)) {
  test(`${who} buys, and the order is delivered, returned and refunded`, async ({ browser }) => {
    test.setTimeout(90_000)
    if (buyer.payment !== 'stripe') return buyAndSendBack(browser, buyer)
    const whole = await chromium.launch(wholeBrowser)
    await buyAndSendBack(whole, buyer).finally(() => whole.close())
  })
}

async function buyAndSendBack(browser: Browser, buyer: Buyer): Promise<void> {
  const before = stripe.refunds.length
  const page = await visit(browser, buyer)
  const number = await buy(page, buyer)
  await shop.order('process', number)
  await shop.order('ship', number, '--carrier', 'postnord', '--tracking', `PN${number}`)
  await shop.order('deliver', number)
  await openOrder(page, buyer, number)
  await expect(page.locator(shownStatus)).toHaveText(words(buyer.language)('checkout:status.delivered'))
  const returned = await sendBack(page, buyer, number)
  await shop.order('return', 'receive', returned)
  await expectRefunded(page, buyer, number)
  const paidBack = await refundsOf(number)
  expect(paidBack).toHaveLength(1)
  if (buyer.payment === 'stripe')
    await expect.poll(() => stripe.refunds.slice(before).map(({ amount }) => amount)).toEqual(paidBack)
  await page.context().close()
}

/** The refunds of an order, in minor units. */
async function refundsOf(number: string): Promise<number[]> {
  const { refunds } = (await shop.order('show', number)) as { refunds: { amount: number }[] }
  return refunds.map(({ amount }) => amount)
}

async function visit(browser: Browser, { script = false }: Buyer): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: script })
  const page = await context.newPage()
  await hostStripe(page, stripe, shop.origin)
  return page
}

/** From the checkout to the confirmation; resolves with the order's number. */
async function buy(page: Page, buyer: Buyer): Promise<string> {
  await pay(page, buyer)
  const t = words(buyer.language)
  if (buyer.payment === 'sandbox') await page.getByRole('button', { name: t('checkout:sandbox.approve') }).click()
  await expect(page.locator('main h1')).toHaveText(t('checkout:confirmation.title'))
  await expect(page.locator('main')).toContainText(
    t(buyer.payment === 'invoice' ? 'checkout:confirmation.next_invoice' : 'checkout:confirmation.next_paid'),
  )
  return page.locator('.order-number .number').innerText()
}

/** Completes the payment, depending on the method. */
async function pay(page: Page, { language, payment, email, signedIn = false, script = false }: Buyer): Promise<void> {
  if (signedIn) await signInByPost(page, language, email)
  if (script) await reachCheckoutByLink(page, language)
  else await reachCheckoutByForm(page, language, await orderableSku(page, language))
  for (const [name, value] of Object.entries({ ...person, email }))
    await page.locator(`main [name="${name}"]`).fill(value)
  await page.locator(`input[name="payment_method"][value="${payment}"]`).press('Space')
  await page.locator('input[name="terms"]').press('Space')
  await page.locator('button[name="action"][value="place"]').press('Enter')
  if (payment !== 'stripe') return
  await page.getByRole('link', { name: 'Pay' }).click()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
}

/** A customer finds it in the account, a guest opens it by the mailed link. */
async function openOrder(page: Page, { language, email, signedIn }: Buyer, number: string): Promise<void> {
  if (signedIn) {
    await page.goto(href(language, 'my-account-order', { id: number }))
    return
  }
  const answer = await page.goto(href(language, 'my-order', { id: number }))
  if (answer?.url().endsWith(href(language, 'my-order', { id: number }))) return
  await page.goto(await mailedLink(shop.dataFolder, email))
  await page.getByRole('button', { name: words(language)('account:login.order_submit') }).click()
}

const shownStatus = '.order-view > header b'

/** Reads the order once more, by a request of the same browser. */
async function expectRefunded(page: Page, { language, signedIn }: Buyer, number: string): Promise<void> {
  const answer = await page.request.get(href(language, signedIn ? 'my-account-order' : 'my-order', { id: number }))
  expect(answer.status()).toBe(200)
  expect(answer.url()).toContain(number)
  const status = words(language)('checkout:status.refunded')
  expect(/class="order-view\b[^>]*>.*?<header[^>]*>.*?<b\b[^>]*>([^<]*)/s.exec(await answer.text())?.[1]).toBe(status)
}

/** Returns all units of the order; resolves with the return's number. */
async function sendBack(page: Page, { language }: Buyer, number: string): Promise<string> {
  const t = words(language)
  await page.getByRole('link', { name: t('orders:order.return'), exact: true }).click()
  await page.locator('[name="quantity:1"]').fill('1')
  await page.locator('[name="reason:1"]').selectOption({ index: 1 })
  await page.getByRole('button', { name: t('orders:return.submit') }).click()
  await expect(page.locator('main h1')).toHaveText(t('orders:return.registered'))
  const returned = await page.locator('.return-view [role="status"] .number').innerText()
  expect(await shop.order('show', number)).toMatchObject({ order: { status: 'return_requested' } })
  return returned
}

/** What the sandbox may do, what the shopper sees at once, and the order's final status. */
const outcomes = {
  timeout: { language: 'sv', first: 'next_pending', ends: 'pending_payment' },
  late: { language: 'en', first: 'next_pending', ends: 'confirmed' },
  double: { language: 'sv', first: 'next_paid', ends: 'confirmed' },
  out_of_order: { language: 'en', first: 'next_paid', ends: 'confirmed' },
  lost: { language: 'sv', first: 'next_pending', ends: 'confirmed' },
  wrong_amount: { language: 'en', first: 'next_pending', ends: 'pending_payment' },
} as const

/** Of these the browser presses the button: one with script, and the one with a field. */
const pressed: ReadonlySet<string> = new Set(['double', 'late'])

for (const [choice, { language, first, ends }] of Object.entries(outcomes)) {
  test(`the sandbox answers "${choice}" in ${language}: the order is ${ends}, and reported once`, async ({
    browser,
  }) => {
    test.setTimeout(90_000)
    const email = `${choice}-${language}@example.com`
    const buyer: Buyer = { language, payment: 'sandbox', email, script: choice === 'double' }
    const number = pressed.has(choice) ? await press(browser, buyer, choice, first) : await post(buyer, choice, first)
    await expect.poll(() => shop.order('show', number), { timeout: 40_000 }).toMatchObject({ order: { status: ends } })
    if (ends === 'confirmed') await expect.poll(() => mailTexts(shop.dataFolder, email).length).toBe(1)
  })
}

type First = (typeof outcomes)[keyof typeof outcomes]['first']

/** Buys and presses the button of a choice; resolves with the order's number. */
async function press(browser: Browser, buyer: Buyer, choice: string, first: First): Promise<string> {
  const t = words(buyer.language)
  const page = await visit(browser, buyer)
  await pay(page, buyer)
  await page
    .locator('summary')
    .filter({ hasText: t('checkout:sandbox.more') })
    .click()
  if (choice === 'late') await page.locator('[name="seconds"]').fill('1')
  await page.locator(`button[value="${choice}"]`).click()
  await expect(page.locator('main')).toContainText(t(`checkout:confirmation.${first}`))
  const number = await page.locator('.order-number .number').innerText()
  await page.context().close()
  return number
}

/** Buys by the forms' posts and posts the choice of the hosted page; resolves with the order's number. */
async function post({ language, email }: Buyer, choice: string, first: First): Promise<string> {
  const asked = await request.newContext({ baseURL: shop.origin })
  const lines = [{ sku: await orderableSku({ request: asked }, language), quantity: 1 }]
  const hosted = await placeByForm(asked, language, { lines, email, name: person.name }, 'sandbox')
  expect(await (await asked.get(hosted)).text()).toMatch(new RegExp(`<button[^>]* value="${choice}"`))
  const answer = await asked.post(hosted, { form: { choice } })
  expect(answer.status()).toBe(200)
  const confirmed = await answer.text()
  expect(confirmed).toContain(words(language)(`checkout:confirmation.${first}`))
  if (choice === 'timeout')
    await expectNoPayment(answer.url().replace('/confirmation', ''), { language, email }, confirmed)
  await asked.dispose()
  return numberOf(confirmed)
}

/** Somebody else with the checkout's link is not led to the payment, and is told so without the buyer. */
async function expectNoPayment(
  link: string,
  { language, email }: Pick<Buyer, 'language' | 'email'>,
  confirmed: string,
): Promise<void> {
  const stranger = await request.newContext()
  const opened = await stranger.get(link)
  const page = await opened.text()
  expect(opened.url()).toContain('/checkout/confirmation/')
  expect(page).toContain(words(language)('checkout:confirmation.next_unpaid'))
  expect(page).toContain(words(language)('checkout:confirmation.elsewhere_unpaid'))
  expect(page).toContain(words(language)('orders:order.title', { number: numberOf(confirmed) }))
  const signIn = /href="([^"]*[?]next=[^"]*)"/.exec(page)?.[1]
  expect(decodeURIComponent(signIn ?? ''), 'who signs in comes back to pay').toContain(new URL(link).pathname)
  const thanks = words(language)('checkout:confirmation.title')
  const mailed = words(language)('checkout:confirmation.elsewhere')
  for (const hidden of [email, person.name, words(language)('checkout:confirmation.pay'), mailed, thanks])
    expect(page).not.toContain(hidden)
  await stranger.dispose()
}
