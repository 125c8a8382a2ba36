import { expect, request, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href, type Screen } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })
let shop: EditorsShop
test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

const visit = (page: Page, path: string) => page.goto(shop.origin + path)

/** Signs in on the login screen, which works without scripts. */
async function signIn(page: Page, language: Language, email: string): Promise<void> {
  await visit(page, href(language, 'login'))
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(demoPassword)
  await page
    .locator('main')
    .getByRole('button', { name: words(language)('islands:login.submit') })
    .click()
  await page.waitForURL(`**${href(language, 'my-account-orders')}`)
}

const children: readonly Screen[] = [
  'my-account',
  'my-account-orders',
  'my-account-returns',
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
      page,
    }) => {
      test.setTimeout(90_000)
      await signIn(page, language, email)
      const orders = await page
        .locator('.order-items a')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
      for (const path of [...children.map((screen) => href(language, screen)), ...orders.slice(0, 1)]) {
        const answer = await visit(page, path)
        expect([answer?.status(), answer?.headers()['cache-control']], path).toEqual([200, 'private, no-cache'])
        await expect(page.locator('main h1')).toHaveCount(1)
      }
    })
  }
}

test('a signed-out visitor is sent to the login and back to the requested page', async ({ page }) => {
  await visit(page, href('en', 'my-account-offers'))
  await page.waitForURL(`**${href('en', 'login')}?next=**`)
  await page.locator('main [name="email"]').fill('karin@example.com')
  await page.locator('main [name="password"]').fill(demoPassword)
  await page
    .locator('main')
    .getByRole('button', { name: words('en')('islands:login.submit') })
    .click()
  await page.waitForURL(`**${href('en', 'my-account-offers')}`)
})

test("signing out from the menu ends the session and clears the browser's user", async ({ page }) => {
  await signIn(page, 'sv', 'karin@example.com')
  await page.getByRole('button', { name: words('sv')('account:nav.sign_out') }).click()
  await page.waitForURL(`**${href('sv', 'login')}`)
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in')
  await visit(page, href('sv', 'my-account'))
  await page.waitForURL(`**${href('sv', 'login')}**`)
})

test("spec 4: with scripts, ordering again adds the parts to the browser's cart and opens its checkout", async ({
  page,
}) => {
  await signIn(page, 'en', 'buyer@verkstad.example')
  await page.locator('.order-items a').first().click()
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
    const context = await request.newContext({ baseURL: shop.origin })
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
    await page.locator('#profile-phone').fill('ring')
    await page.locator('#details').getByRole('button').click()
    await expect(page.locator('#profile-phone-error')).toHaveText(t('checkout:error.phone_invalid'))
    await page.locator('#profile-phone').fill('070-123 45 67')
    await page.locator('#details').getByRole('button').click()
    await expect(page.locator('#details').getByRole('status')).toHaveText(t('account:profile.saved'))
    await page.getByText(t('account:profile.address_new')).click()
    for (const [name, value] of Object.entries({
      line1: `Nygatan ${project.name}`,
      postal_code: '111 22',
      city: 'Stockholm',
    }))
      await page.locator(`#address-own-${name}`).fill(value)
    await page.locator('details[open]').getByRole('button').click()
    await expect(page.locator('#address')).toContainText(`Nygatan ${project.name}`)
    await page.locator('#export-current').fill(demoPassword)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('account:profile.export_submit') }).click()
    expect((await download).suggestedFilename()).toBe('my-data.json')
  })

  test('a buyer orders again, finds the organization filled in, and requests a quote', async ({ page }) => {
    const t = words('en')
    await signIn(page, 'en', 'buyer@verkstad.example')
    await page.locator('.order-items a').first().click()
    await page.getByRole('button', { name: t('account:orders.again') }).click()
    await page.waitForURL(`**${href('en', 'checkout-id')}`)
    await page.locator('button[name="action"][value="checkout"]').click()
    await expect(page.locator('[name="organization_number"]')).toHaveValue('559999-4612')
    await expect(page.locator('[name="payment_method"][value="invoice"]')).toBeChecked()
    await page.getByText(t('account:quote.ask_title')).click()
    await page.locator('#quote-message').fill('Before Friday')
    await page.getByRole('button', { name: t('account:quote.ask'), exact: true }).click()
    await page.waitForURL(/\/en\/my-account\/offers\/Q\d+$/)
    await expect(page.locator('main')).toContainText('Before Friday')
    await expect(page.locator('main')).toContainText(t('account:quote_state.requested'))
  })

  test('an administrator invites, and cancels the invitation', async ({ page }, { project }) => {
    const t = words('sv')
    const email = `ny-${project.name}@verkstad.example`
    await signIn(page, 'sv', 'admin@verkstad.example')
    await visit(page, href('sv', 'my-account-organization'))
    await page.locator('#invite-email').fill(email)
    await page.getByRole('button', { name: t('account:organization.send') }).click()
    await expect(page.getByRole('status')).toHaveText(t('account:organization.done'))
    await page.getByRole('button', { name: t('account:organization.call_off_named', { email }) }).click()
    await expect(page.locator('main')).not.toContainText(email)
  })
})
