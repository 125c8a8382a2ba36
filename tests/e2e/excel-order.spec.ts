import { readFileSync } from 'node:fs'
import { expect, request, test, type Locator, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href, orderTemplateHref } from '../../src/routes.ts'
import { workbookFiles, type TemplateCell } from '../../src/server/platform/workbooks/workbook-files.ts'
import { writeZip } from '../../src/server/platform/workbooks/write-zip.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { mailedLink } from '../support/mailbox.ts'
import { orderByForm } from '../support/order-by-form.ts'
import { cartLines, main, menuButton } from '../support/page-parts.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { expectSignedIn, expectSignedOut, loginDialog, sendLogin } from '../support/sign-in.ts'
import { objections } from '../support/whole-screen.ts'
import { inAnyLanguage, words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })
let shop: EditorsShop
test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

const visit = (page: Page, path: string) => page.goto(shop.origin + path)
const xlsx = (name: string, rows: readonly (readonly TemplateCell[])[]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: writeZip(workbookFiles([{ name: 'Order', rows }])),
})

/** Two parts of the demo that can be ordered. */
async function twoParts(page: Page): Promise<[string, string]> {
  const answer = await page.request.get(`${shop.origin}/api/products?locale=en&query=battery`)
  const { products } = (await answer.json()) as { products: { sku: string; orderable: boolean }[] }
  const [one = '', other = ''] = products.filter(({ orderable }) => orderable).map(({ sku }) => sku)
  return [one, other]
}

/** A customer's cart is saved, and comes back in the next test. */
const customers = { sv: 'karin@example.com', en: 'admin@verkstad.example' } as const

async function signIn(page: Page, language: Language): Promise<void> {
  await visit(page, `${href(language, 'home')}?login`)
  await sendLogin(loginDialog(page), customers[language], demoPassword)
  await expectSignedIn(page)
}

/** In the main menu, on a phone in the side navigation. */
const uploadEntry = (page: Page) => page.getByRole('button', { name: inAnyLanguage('menu.excel') })
const orderDialog = (page: Page) => page.getByRole('dialog', { name: inAnyLanguage('excel:title') })
const fileField = (form: Locator) => form.locator('input[type="file"]')

/** Presses the menu entry of this screen size. */
async function openOrder(page: Page): Promise<Locator> {
  if (await menuButton(page).isVisible()) await menuButton(page).click()
  await uploadEntry(page).click()
  await expect(orderDialog(page)).toBeVisible()
  return orderDialog(page)
}

/** The visible entries: in the main menu, on a phone in the side navigation. */
async function shownEntries(page: Page, path: string): Promise<Locator> {
  await visit(page, path)
  await untilPageIdle(page)
  if (await menuButton(page).isVisible()) await menuButton(page).click()
  return uploadEntry(page)
}

/** Buys by plain forms and opens the order by the mailed link: an order guest without an account. */
async function becomeOrderGuest(page: Page, language: Language, email: string): Promise<void> {
  const [sku] = await twoParts(page)
  const asked = await request.newContext({ baseURL: shop.origin })
  await orderByForm(asked, language, { lines: [{ sku, quantity: 1 }], email, name: 'Anna Lind' })
  await asked.dispose()
  await page.goto(await mailedLink(shop.dataFolder, email))
  await page.waitForURL(/my-order\/\d+$/)
  await expectSignedIn(page, 'guest')
}

/** A rejected file shows a red toast for three seconds, and a message. */
async function sendRejected(page: Page, language: Language): Promise<void> {
  const t = words(language)
  const dialog = orderDialog(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await fileField(dialog).setInputFiles(xlsx('order.xls', []))
  const toast = dialog.getByRole('alert')
  await expect(toast).toContainText(t('excel:upload'))
  await expect(toast).toContainText(t('excel:error.not_xlsx'))
  await page.clock.runFor(2_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toBeHidden()
  await page.clock.resume()
  await expect(dialog.getByText(t('excel:error.not_xlsx')).first()).toBeVisible()
  await fileField(dialog).setInputFiles(xlsx('order.xlsx', [['FAN', 1]]))
  await expect(toast).toContainText(t('excel:error.no_header'))
  expect(await objections(page)).toEqual([])
}

/** Adds one unit of each part to a cart that has two of the first and three of the other, by keyboard alone. */
async function orderByKeys(page: Page, language: Language, [one, other]: readonly [string, string]): Promise<void> {
  const t = words(language)
  await visit(page, href(language, 'track-order'))
  const dialog = await openOrder(page)
  await dialog.getByLabel(t('excel:paste')).focus()
  await page.keyboard.insertText(`${one}\t1\n${other}\t1`)
  await expect(dialog.getByText(t('excel:lines_read', { count: 2 }))).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: t('excel:result') })).toBeFocused()
  await dialog.getByRole('button', { name: t('excel:add') }).focus()
  await page.keyboard.press('Enter')
  await expect(cartLines(page).first().getByRole('spinbutton')).toHaveValue('3')
  await expect(cartLines(page).last().getByRole('spinbutton')).toHaveValue('4')
  await expect(cartLines(page)).toHaveCount(2)
}

for (const language of languages) {
  const t = words(language)

  test(
    `spec 2: in ${language} the upload entry is only shown to signed-in account customers, and a rejected file shows` +
      ' a red toast for 3 seconds and a message [2.layout.excel] [6.customer.excel] [8.order-file]',
    async ({ page, browser }, { project }) => {
      const home = href(language, 'home')
      await expect(await shownEntries(page, home)).toHaveCount(0)
      await signIn(page, language)
      for (const path of [home, href(language, 'search', {}, { q: 'fan' })]) {
        const entries = await shownEntries(page, path)
        await expect(entries).toHaveCount(1)
        await expect(entries).toHaveText(t('menu.excel'))
      }
      await uploadEntry(page).click()
      await expect(orderDialog(page)).toBeVisible()
      await test.step('a rejected file', () => sendRejected(page, language))
      await visit(page, href(language, 'my-account-orders'))
      await page.getByRole('button', { name: t('account:nav.sign_out') }).click()
      await page.waitForURL(`**${href(language, 'login')}`)
      await expectSignedOut(page)
      await expect(await shownEntries(page, home)).toHaveCount(0)

      const guest = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
      await becomeOrderGuest(guest, language, `excel-${language}-${project.name}@example.com`)
      await expect(await shownEntries(guest, home)).toHaveCount(0)
      await guest.context().close()
    },
  )

  test(
    `spec 7: in ${language} a file is checked row by row, and the available rows go into the cart, as do pasted ones` +
      ' [7.excel-to-cart.added]',
    async ({ page }) => {
      const [one, other] = await twoParts(page)
      await signIn(page, language)
      const dialog = await openOrder(page)
      expect(await objections(page)).toEqual([])
      const rows = [
        [t('excel:title')],
        [language === 'sv' ? 'Art.nr' : 'Part number', language === 'sv' ? 'Antal' : 'Qty'],
        [one.toLowerCase().replace('-', ' '), 2],
        [`${other}9`, 3],
        ['zzqx-1', 1],
        [other, 'x'],
        ['', 4],
      ]
      await fileField(dialog).setInputFiles(xlsx('order.xlsx', rows))
      await expect(dialog.getByRole('heading', { name: t('excel:result') })).toBeFocused()
      await expect(dialog.getByText(t('excel:look', { count: 4 }))).toBeVisible()
      await expect(dialog.getByText(t('excel:status.bad_quantity', { asked: 'x' }))).toBeVisible()
      const unnamed = dialog.getByRole('listitem').filter({ hasText: t('excel:row', { rows: 7 }) })
      await expect(unnamed).toContainText(t('excel:status.no_number', { asked: 4 }))
      expect(await objections(page)).toEqual([])
      await dialog.getByRole('combobox', { name: t('excel:instead', { number: `${other}9` }) }).selectOption(other)
      await dialog.getByRole('button', { name: t('excel:add') }).click()
      await expect(cartLines(page)).toHaveCount(2)
      await expect(dialog).toBeHidden()
      await expect(cartLines(page).first()).toContainText(one)
      await expect(cartLines(page).first().getByRole('spinbutton')).toHaveValue('2')
      await expect(cartLines(page).last().getByRole('spinbutton')).toHaveValue('3')
      await test.step('a quick order by keyboard alone', () => orderByKeys(page, language, [one, other]))
    },
  )

  test(`in ${language} the form works without script, from login to cart`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const [one, other] = await twoParts(page)
    await visit(page, href(language, 'excel-order'))
    await sendLogin(main(page), customers[language], demoPassword)
    await page.waitForURL(`**${href(language, 'excel-order')}`)
    await fileField(main(page)).setInputFiles(
      xlsx('order.xlsx', [
        ['SKU', 'Antal'],
        [one, 2],
        [`${other}9`, 1],
      ]),
    )
    await page.getByRole('button', { name: t('excel:check') }).click()
    await page.getByRole('combobox', { name: t('excel:instead', { number: `${other}9` }) }).selectOption({ index: 1 })
    await page.getByRole('button', { name: t('excel:add') }).click()
    await expect(main(page).getByRole('listitem')).toHaveCount(2)
    await context.close()
  })

  test(`the template in ${language} can be downloaded`, async ({ request }) => {
    const answer = await request.get(shop.origin + orderTemplateHref(language))
    expect(answer.headers()['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect((await answer.body()).equals(readFileSync(`public${orderTemplateHref(language)}`))).toBe(true)
  })
}
