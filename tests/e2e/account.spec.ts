import { expect, request as newRequest, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href, type Screen } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { acceptTerms, checkoutField, choosePayment, paymentChoice, placeButton } from '../support/checkout-form.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { main, pageHeading, toCheckout } from '../support/page-parts.ts'
import { orderableSku } from '../support/shopper.ts'
import { expectSignedIn, expectSignedOut, sendLogin, signInByPost } from '../support/sign-in.ts'
import { words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })
let shop: EditorsShop
test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

const visit = (page: Page, path: string) => page.goto(shop.origin + path)

const signIn = (page: Page, language: Language, email: string) => signInByPost(page, language, email, shop.origin)

async function openOrders(page: Page, language: Language, email: string): Promise<void> {
  await signIn(page, language, email)
  await visit(page, href(language, 'my-account-orders'))
}

/** A form of the profile; its heading is all that it has for a name. */
const formTitled = (page: Page, title: string) =>
  page.locator('form').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** The orders in a list of them. */
const orderLinks = (page: Page, language: Language) =>
  main(page).getByRole('link', { name: new RegExp(words(language)('account:orders.number', { number: '\\d+' })) })

/** The link to an order. */
const orderOf = (language: Language) => new RegExp(`<a [^>]*href="(${href(language, 'my-account-orders')}/\\d+)"`)

const children: readonly Screen[] = [
  'my-account',
  'my-account-orders',
  'my-account-returns',
  'my-account-lists',
  'my-account-devices',
  'my-account-offers',
  'my-account-subscriptions',
  'my-account-organization',
  'my-account-profile-edit',
]
const people = {
  'a private customer': 'karin@example.com',
  "an organization's administrator": 'admin@verkstad.example',
  "an organization's buyer": 'buyer@verkstad.example',
}

for (const language of languages) {
  for (const [who, email] of Object.entries(people)) {
    test(`spec 2: in ${language} ${who} visits every page of my account, and no shared cache stores them`, async ({
      request,
    }) => {
      await signInByPost({ request }, language, email, shop.origin)
      const paths = children.map((screen) => href(language, screen))
      for (const path of paths) {
        const answer = await request.get(shop.origin + path, { maxRedirects: 0 })
        expect([answer.status(), answer.headers()['cache-control']], path).toEqual([200, 'private, no-cache'])
        const html = await answer.text()
        expect(html.match(/<h1\b/g), path).toHaveLength(1)
        const isList = path === href(language, 'my-account-orders')
        const [, order] = (isList && orderOf(language).exec(html.slice(html.indexOf('<main')))) || []
        if (order) paths.push(order)
      }
    })
  }
}

test('a signed-out visitor is sent to the login and back to the page; signing out ends the session', async ({
  page,
}) => {
  await visit(page, href('en', 'my-account-offers'))
  await page.waitForURL(`**${href('en', 'login')}?next=**`)
  await sendLogin(main(page), 'karin@example.com', demoPassword)
  await page.waitForURL(`**${href('en', 'my-account-offers')}`)
  await expectSignedIn(page)
  await page.getByRole('button', { name: words('en')('account:nav.sign_out') }).click()
  await page.waitForURL(`**${href('en', 'login')}`)
  await expectSignedOut(page)
  await visit(page, href('en', 'my-account'))
  await page.waitForURL(`**${href('en', 'login')}**`)
})

test("spec 4: with scripts, ordering again adds the parts to the browser's cart and opens its checkout", async ({
  page,
}) => {
  await openOrders(page, 'en', 'buyer@verkstad.example')
  await orderLinks(page, 'en').first().click()
  await page.getByRole('button', { name: words('en')('account:orders.again') }).click()
  await page.waitForURL(/\/en\/checkout\/[\w-]{20,}$/)
  const items = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('zp02:cart') ?? '{}') as { items: { sku: string }[] }).items,
  )
  expect(items.map(({ sku }) => sku)).toEqual(['CH-10001', 'SC-10001', 'TG-10002'])
})

test('pages of one customer are not served to another: orders, documents, returns and quotes', async () => {
  const secrets = {
    'karin@example.com': /Karin Ekström|karin@example\.com/,
    'buyer@verkstad.example': /Aoife Brennan|buyer@verkstad/,
  }
  const paths = [
    'my-account/orders/100001',
    'my-account/orders/100002',
    'my-account/orders/return/100001',
    'my-account/orders/return/100002',
    'my-order/100001',
    'my-order/100002',
    'my-order/return/100001',
    'my-order/100001/receipt.pdf',
    'my-order/100002/invoice.pdf',
    'my-account',
    'my-account/orders',
    'my-account/returns',
    'my-account/offers',
    'my-account/offers/Q100001',
    'my-account/subscriptions',
    'my-account/organization',
    'my-account/profile/edit',
  ]
  for (const [email, foreign] of [
    ['', Object.values(secrets)],
    ['karin@example.com', [secrets['buyer@verkstad.example']]],
    ['buyer@verkstad.example', [secrets['karin@example.com']]],
  ] as const) {
    const context = await newRequest.newContext({ baseURL: shop.origin })
    if (email) await context.post('/api/auth/login', { data: { email, password: demoPassword, cookie: true } })
    for (const path of paths) {
      const body = await (await context.get(`/sv/${path}`)).text()
      for (const secret of foreign) expect(body.match(secret)?.[0], `${email} ${path}`).toBeUndefined()
    }
    await context.dispose()
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a customer changes the profile, saves an address and takes a copy of the data', async ({ page }, {
    project,
  }) => {
    const t = words('sv')
    await signIn(page, 'sv', 'karin@example.com')
    await visit(page, href('sv', 'my-account-profile-edit'))
    const phone = main(page).getByLabel(t('account:profile.phone'))
    const details = formTitled(page, t('account:profile.details'))
    const save = details.getByRole('button', { name: t('account:profile.save') })
    await phone.fill('ring')
    await save.click()
    await expect(phone).toHaveAccessibleDescription(new RegExp(RegExp.escape(t('checkout:error.phone_invalid'))))
    await phone.fill('070-123 45 67')
    await save.click()
    await expect(details.getByRole('status')).toHaveText(t('account:profile.saved'))
    const newAddress = page.getByRole('group').filter({ hasText: t('account:profile.address_new') })
    await newAddress.getByText(t('account:profile.address_new')).click()
    await newAddress.getByLabel(t('checkout:field.line1')).fill(`Nygatan ${project.name}`)
    await newAddress.getByLabel(t('checkout:field.postal_code')).fill('111 22')
    await newAddress.getByLabel(t('checkout:field.city')).fill('Stockholm')
    await newAddress.getByRole('button', { name: t('account:profile.save') }).click()
    await expect(main(page)).toContainText(`Nygatan ${project.name}`)
    const copy = formTitled(page, t('account:profile.export'))
    await copy.getByLabel(t('account:profile.password_current')).fill(demoPassword)
    const download = page.waitForEvent('download')
    await copy.getByRole('button', { name: t('account:profile.export_submit') }).click()
    expect((await download).suggestedFilename()).toBe('my-data.json')
  })

  test('a buyer orders again, finds the organization filled in, and requests a quote', async ({ page }) => {
    const t = words('en')
    await openOrders(page, 'en', 'buyer@verkstad.example')
    await orderLinks(page, 'en').first().click()
    await page.getByRole('button', { name: t('account:orders.again') }).click()
    await page.waitForURL(`**${href('en', 'checkout-id')}`)
    await toCheckout(page).click()
    await expect(checkoutField(page, 'organization_number')).toHaveValue('559999-4612')
    await expect(paymentChoice(page, 'invoice')).toBeChecked()
    await page.getByText(t('account:quote.ask_title')).click()
    await main(page).getByLabel(t('account:quote.ask_message')).fill('Before Friday')
    await page.getByRole('button', { name: t('account:quote.ask'), exact: true }).click()
    await page.waitForURL(/\/en\/my-account\/offers\/Q\d+$/)
    await expect(main(page)).toContainText('Before Friday')
    await expect(main(page)).toContainText(t('account:quote_state.requested'))
  })

  test('an administrator invites, and cancels the invitation', async ({ page }, { project }) => {
    const t = words('sv')
    const email = `ny-${project.name}@verkstad.example`
    await signIn(page, 'sv', 'admin@verkstad.example')
    await visit(page, href('sv', 'my-account-organization'))
    await main(page).getByLabel(t('account:organization.email')).fill(email)
    await page.getByRole('button', { name: t('account:organization.send') }).click()
    await expect(page.getByRole('status')).toHaveText(t('account:organization.done'))
    await page.getByRole('button', { name: t('account:organization.call_off_named', { email }) }).click()
    await expect(main(page)).not.toContainText(email)
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(`saved addresses at the checkout, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('the order goes to the address that was chosen', async ({ page }) => {
      await signIn(page, 'en', 'karin@example.com')
      const line1 = `Nygatan ${javaScriptEnabled ? 5 : 6}`
      const address = { name: 'Karin Ekström', line1, postal_code: '752 20', city: 'Uppsala', country: 'SE' }
      const saved = await page.request.post(shop.origin + href('en', 'my-account-profile-edit'), {
        form: { section: 'address', owner: 'own', id: '', line2: '', ...address },
        headers: { origin: shop.origin },
      })
      expect(saved.url()).toContain('saved=address')
      await openCheckout(page)
      const field = main(page).getByRole('textbox', { name: words('en')('checkout:field.line1') })
      await expect(field).toHaveValue('Lindholmsallén 14')
      const choice = main(page).getByRole('combobox', { name: words('en')('checkout:saved_address.label') })
      await choice.selectOption({ label: `${line1}, 752 20 Uppsala, Sweden, Karin Ekström` })
      await choosePayment(page, 'invoice')
      await acceptTerms(page)
      if (javaScriptEnabled) await expect(field).toHaveValue(line1)
      else {
        await placeButton(page).press('Enter')
        await expect(main(page).getByText(words('en')('checkout:changes.address'))).toBeVisible()
        await expect(field).toHaveValue(line1)
        await acceptTerms(page)
      }
      await placeButton(page).press('Enter')
      await expect(pageHeading(page)).toHaveText(words('en')('checkout:confirmation.title'))
      await expect(main(page)).toContainText(line1)
    })
  })

async function openCheckout(page: Page): Promise<void> {
  const request = await newRequest.newContext({ baseURL: shop.origin })
  const sku = await orderableSku({ request }, 'en')
  await request.dispose()
  expect(sku).not.toBe('')
  const answer = await page.request.post(shop.origin + href('en', 'checkout-id'), {
    form: { atc: formatAtc([{ sku, quantity: 1 }]), action: 'checkout' },
    maxRedirects: 0,
  })
  await visit(page, answer.headers()['location'] ?? '')
  await expect(placeButton(page)).toBeVisible()
}
