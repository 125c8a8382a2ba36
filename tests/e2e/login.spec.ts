import { expect, request as newRequest, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { mailedLink } from '../support/mailbox.ts'
import { orderByForm } from '../support/order-by-form.ts'
import { accountLink, cartCount, cartLines, cartLink, main, root } from '../support/page-parts.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { orderableSku, person } from '../support/shopper.ts'
import {
  emailField,
  expectSignedIn,
  expectSignedOut,
  loginDialog,
  passwordField,
  sendLogin,
} from '../support/sign-in.ts'
import { words } from '../support/words.ts'

/** A separate shop whose mails can be read. */
test.describe.configure({ mode: 'default' })
let shop: EditorsShop
test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

/** Retried while the page is navigating. */
const storedUser = async (page: Page): Promise<unknown> => {
  const read = () => page.evaluate((): unknown => JSON.parse(localStorage.getItem('zp02:auth') ?? '{}').user ?? null)
  return read().catch(() => page.waitForLoadState().then(read))
}
const visit = (page: Page, path: string) => page.goto(shop.origin + path)

async function signIn(page: Page, language: Language, email: string): Promise<void> {
  await visit(page, `${href(language, 'home')}?login`)
  await sendLogin(loginDialog(page), email, demoPassword)
  await expectSignedIn(page)
}

/** Signs in on the page that is shown, whose drawer is open. */
async function signInHere(page: Page, email: string): Promise<void> {
  await page.keyboard.press('Escape')
  await accountLink(page).click()
  await sendLogin(loginDialog(page), email, demoPassword)
  await expectSignedIn(page)
}

for (const language of languages) {
  const t = words(language)

  test(
    `spec 2: in ${language} the account icon opens login, and after it leads to the orders` +
      ' [2.account-icon.login] [2.account-icon.orders]',
    async ({ page }) => {
      await visit(page, href(language, 'home'))
      await accountLink(page).click()
      const dialog = loginDialog(page)
      await expect(dialog).toBeVisible()
      await expect(emailField(dialog)).toBeFocused()
      await page.keyboard.type('karin@example.com')
      await passwordField(dialog).fill('fel lösenord')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toHaveText(t('islands:login.error.wrong_login'))
      await expect(emailField(dialog)).toHaveValue('karin@example.com')
      await sendLogin(dialog, 'karin@example.com', demoPassword)
      await expectSignedIn(page)
      expect(await storedUser(page)).toMatchObject({
        id: 'demo-private',
        scopes: ['customer'],
        discounts: { power: 8 },
      })
      const cookies = await page.context().cookies()
      expect(
        cookies.filter(({ name }) => name.endsWith('_token')).map(({ httpOnly, sameSite }) => [httpOnly, sameSite]),
      ).toEqual([
        [true, 'Lax'],
        [true, 'Lax'],
      ])
      expect(await page.evaluate(() => document.cookie)).not.toContain('token')
      await accountLink(page).click()
      await page.waitForURL(`**${href(language, 'my-account-orders')}`)
    },
  )

  test(
    `spec 4: in ${language} a mailed link asks first, signs in once and lets the user choose a password` +
      ' [4.login-token.checkout]',
    async ({ page }, { project }) => {
      const email = `new-${language}-${project.name}@example.com`
      await visit(page, `${href(language, 'home')}?login`)
      const dialog = loginDialog(page)
      await dialog.getByRole('link', { name: t('islands:login.to_register') }).click()
      await dialog.getByLabel(t('islands:login.name')).fill('Nina Ny')
      await emailField(dialog).fill(email)
      await dialog.getByRole('button', { name: t('islands:login.register_submit') }).click()
      await expect(dialog.getByText(t('islands:login.sent', { email }))).toBeVisible()
      const link = await mailedLink(shop.dataFolder, email)
      const answer = await page.goto(link)
      expect(page.url()).not.toContain('token')
      expect(answer?.headers()).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': expect.stringContaining('no-referrer'),
      })
      await page.evaluate(() =>
        localStorage.setItem('zp02:cart', JSON.stringify({ checkoutID: 'begun', vat: false, items: [] })),
      )
      await page.getByRole('button', { name: t('account:login.link_new_submit') }).click()
      await page.waitForURL(`**${href(language, 'my-account-orders')}?change_password=new`)
      await expectSignedIn(page)
      await expect(root(page)).toHaveAttribute('data-vat', 'inc')
      expect(
        await page.evaluate(() => JSON.parse(localStorage.getItem('zp02:cart') ?? '{}').checkoutID ?? null),
      ).toBeNull()
      const newPassword = dialog.getByLabel(t('islands:login.new_password'))
      await newPassword.fill('kort')
      await dialog.getByRole('button', { name: t('islands:login.change_submit') }).click()
      await expect(dialog.getByText(t('islands:login.error.password_too_short'))).toBeVisible()
      await expect(newPassword).toBeFocused()
      await newPassword.fill('en hel mening')
      await dialog.getByRole('button', { name: t('islands:login.change_submit') }).click()
      await expect(dialog.getByText(t('islands:login.changed'))).toBeVisible()
      await page.context().clearCookies()
      await page.goto(link)
      await expect(page.getByRole('alert')).toHaveText(t('islands:login.error.link_over'))
    },
  )
}

for (const language of languages) {
  test(`in ${language} a login merges the saved cart into the guest's, and a logout removes it`, async ({
    page,
    browser,
  }) => {
    const [first = '', second = ''] = await orderableSkus(language)
    await visit(page, `${href(language, 'home')}?atc=${formatAtc([{ sku: first, quantity: 2 }])}`)
    await expect(cartCount(page)).toHaveText('2')
    await signInHere(page, 'karin@example.com')
    await cartLink(page).click()
    await expect(cartLines(page)).toHaveCount(1)
    const other = await (await browser.newContext()).newPage()
    await visit(
      other,
      `${href(language, 'home')}?atc=${formatAtc([
        { sku: first, quantity: 1 },
        { sku: second, quantity: 1 },
      ])}`,
    )
    await expect(cartCount(other)).toHaveText('2')
    await signInHere(other, 'karin@example.com')
    await expect(cartCount(other)).toHaveText('3')
    await visit(other, href(language, 'my-account-orders'))
    await other.getByRole('button', { name: words(language)('account:nav.sign_out') }).click()
    await other.waitForURL(`**${href(language, 'login')}`)
    await expect(cartCount(other)).toBeHidden()
    await other.context().close()
  })
}

/** Orderable part numbers from the shop's search; first those with several units. */
async function orderableSkus(language: Language): Promise<string[]> {
  const answer = await fetch(`${shop.origin}/api/products?query=dell&locale=${language}`)
  const { products } = (await answer.json()) as {
    products: { sku: string; orderable: boolean; stock_status: string }[]
  }
  const many = (status: string) => Number(status === 'in_stock')
  return products
    .filter(({ orderable }) => orderable)
    .sort((a, b) => many(b.stock_status) - many(a.stock_status))
    .map(({ sku }) => sku)
}

test(
  'spec 4: an organization sees prices without VAT after login, in its own currency, and a session ended elsewhere is' +
    ' removed by the next personal page [4.login-token.vat] [1.business.ex-vat] [6.organization]',
  async ({ page }) => {
    await signIn(page, 'sv', 'buyer@verkstad.example')
    await expect(root(page)).toHaveAttribute('data-vat', 'ex')
    expect(Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))).toMatchObject({
      cid: '4',
      cuc: 'EUR',
      cc: 'SE',
    })
    await page.context().clearCookies()
    await visit(page, '/sv/checkout')
    await expectSignedOut(page)
    expect(await storedUser(page)).toBeNull()
    await untilPageIdle(page)
    expect(new URL(page.url()).pathname, "the customer's cart is not opened for the next person").toBe('/sv/checkout')
  },
)

test('the login dialog signs in at a URL with a page and a fragment, a fragment alone, and the login query', async ({
  page,
}) => {
  for (const path of ['/en/searchresults?q=charger&page=2#grid', '/sv#content', '/en?login#content']) {
    await visit(page, path)
    const dialog = loginDialog(page)
    if (!path.includes('login')) await accountLink(page).click()
    await emailField(dialog).fill('karin@example.com')
    await passwordField(dialog).fill(demoPassword)
    const loaded = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await loaded
    await expectSignedIn(page)
    await expect(dialog).toBeHidden()
    expect(page.url()).toBe(shop.origin + path.replace('?login', ''))
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
})

test('spec 4: a change_password query opens the change-password dialog [4.login-token.change-password]', async ({
  page,
}) => {
  await signIn(page, 'en', 'admin@verkstad.example')
  await visit(page, '/en?change_password')
  const dialog = loginDialog(page)
  await dialog.getByLabel(words('en')('islands:login.current')).fill('wrong wrong')
  await dialog.getByLabel(words('en')('islands:login.new_password')).fill('a whole sentence')
  await dialog.getByRole('button', { name: words('en')('islands:login.change_submit') }).click()
  await expect(dialog.getByText(words('en')('islands:login.error.wrong_password'))).toBeVisible()
})

test("spec 6: a guest's mailed link opens the order, and the account icon leads there", async ({ page, request }, {
  project,
}) => {
  const email = `guest-${project.name}@example.com`
  const home = await request.get(`${shop.origin}/`)
  expect(new URL(home.url()).pathname).toMatch(/^\/(en|sv)$/)
  const buyer = await newRequest.newContext({ baseURL: shop.origin })
  const lines = [{ sku: await orderableSku({ request: buyer }, 'en'), quantity: 1 }]
  await orderByForm(buyer, 'en', { lines, email, name: person.name })
  await buyer.dispose()
  await page.goto(await mailedLink(shop.dataFolder, email))
  await page.waitForURL(/\/en\/my-order\/\d+$/)
  const orderPath = new URL(page.url()).pathname
  await expectSignedIn(page, 'guest')
  await visit(page, '/en')
  await accountLink(page).click()
  await page.waitForURL(`**${orderPath}`)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the login screen signs in and leads to the orders', async ({ page }) => {
    await visit(page, '/sv')
    await accountLink(page).click()
    await page.waitForURL(`**${href('sv', 'login')}`)
    await sendLogin(main(page), 'karin@example.com', demoPassword)
    await page.waitForURL(`**${href('sv', 'my-account-orders')}`)
    await visit(page, '/sv/checkout')
    await expect(page.locator('body')).toHaveAttribute('data-user', /demo-private/)
  })
})
