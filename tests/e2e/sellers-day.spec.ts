import { expect, request, type Browser, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { signInByKeyboard } from '../support/at-console.ts'
import { returnButton, returnedQuantity, returnReason } from '../support/checkout-form.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { Keyboard } from '../support/keyboard.ts'
import { mailedLink } from '../support/mailbox.ts'
import { orderByForm } from '../support/order-by-form.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { withAuthenticator } from '../support/virtual-authenticator.ts'
import { words } from '../support/words.ts'

const test = testWithShop({})
const newOrders = 12
const password = 'en lång fras till konsolen 58'

/** A day's work of one person, and what the shop's customers have done before. */
type Day = {
  page: Page
  by: Keyboard
  t: ReturnType<typeof words>
  language: Language
  parts: readonly string[]
  orders: readonly string[]
  returned: string
}

/** What a seller does in a day, in this order, with at most this many keys, words that are typed among them. */
const work: readonly { does: string; most: number; run: (day: Day) => Promise<void> }[] = [
  { does: 'makes a passkey and signs in with it', most: 60, run: makePasskey },
  { does: 'sees the new orders', most: 10, run: seeOrders },
  { does: 'picks four orders', most: 25, run: pick },
  { does: 'packs one by scanner with one unit short, and ships it in two parcels', most: 75, run: pack },
  { does: 'answers a request with a quote', most: 45, run: quote },
  { does: 'takes an order by phone', most: 130, run: takeByPhone },
  { does: 'changes the address of an order', most: 50, run: changeAddress },
  { does: 'refunds one unit', most: 25, run: refund },
  { does: 'receives a return', most: 20, run: receive },
  { does: 'finds a customer', most: 15, run: findCustomer },
  { does: "exports the day's books", most: 15, run: exportBooks },
]

for (const language of languages) {
  test.describe(`a day at the console in ${language}`, () => {
    test.use({ actionTimeout: 10_000, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} a seller does a day's work without a mouse`, async ({ page, context, browser, shop }) => {
      test.setTimeout(180_000)
      const t = words(language)
      const bought = await customersDay(browser, shop, language)
      const link = await inviteByKeyboard(browser, shop, language)
      await withAuthenticator(context, page)
      await page.goto(link)
      const by = new Keyboard(page)
      const day: Day = { page, by, t, language, ...bought }
      const counts: string[] = []
      for (const { does, most, run } of work) {
        const before = [by.keys, by.waits] as const
        await test.step(does, () => run(day))
        const [keys, waits] = [by.keys - before[0], by.waits - before[1]]
        counts.push(`${does}: ${keys} keys, ${waits} pages`)
        expect(keys, does).toBeLessThanOrEqual(most)
      }
      await test.info().attach('keys', { body: [...counts, `all: ${by.keys} keys, ${by.waits} pages`].join('\n') })
    })
  })
}

/** The orders, a request and a return that wait in the morning. */
async function customersDay(browser: Browser, shop: EditorsShop, language: Language) {
  const context = await browser.newContext({ baseURL: shop.origin })
  const found = await context.request.get(`/api/products?locale=${language}&query=batter`)
  const { products } = (await found.json()) as { products: { sku: string; stock_status: string; orderable: boolean }[] }
  const parts = products.filter((each) => each.orderable && each.stock_status === 'in_stock').map(({ sku }) => sku)
  const orders: string[] = []
  for (let at = 0; at < newOrders; at += 1) {
    const [one = '', other = ''] = [parts[at % parts.length], parts[(at + 1) % parts.length]]
    const email = `kund-${at}@example.com`
    const lines = [one, other].map((sku, index) => ({ sku, quantity: index + 1 }))
    const buyer = await request.newContext({ baseURL: shop.origin })
    orders.push(await orderByForm(buyer, language, { lines, email, name: `Åsa Kund ${at}` }))
    await buyer.dispose()
  }
  const page = await context.newPage()
  const returned = await sendBack(page, shop, {
    language,
    number: orders.pop() ?? '',
    email: `kund-${newOrders - 1}@example.com`,
  })
  await askForParts(page, language)
  await context.close()
  return { parts, orders, returned }
}

async function askForParts(page: Page, language: Language): Promise<void> {
  const t = words(language)
  await page.goto(href(language, 'request', {}, { q: 'ThinkPad T420 keyboard' }))
  await page.locator('main').getByLabel(t('checkout:field.name')).fill('Bo Verkstad')
  await page.locator('main').getByLabel(t('checkout:field.email')).fill('bo@example.com')
  await page
    .locator('main')
    .getByRole('button', { name: t('orders:request.submit') })
    .click()
  await expect(page.locator('main').getByRole('status')).toContainText('bo@example.com')
}

/** A guest has got an order and registers its return; resolves with the return's number. */
async function sendBack(
  page: Page,
  shop: EditorsShop,
  { language, number, email }: { language: Language; number: string; email: string },
): Promise<string> {
  await page.goto(await mailedLink(shop.dataFolder, email))
  await page.waitForURL(/my-order\/\d+$/)
  await shop.order('process', number)
  await shop.order('ship', number)
  await shop.order('deliver', number)
  await page.goto(href(language, 'my-order-return', { id: number }))
  await returnedQuantity(page).first().fill('1')
  await returnReason(page).first().selectOption({ index: 1 })
  await returnButton(page).click()
  return page.locator('.return-view [role="status"] .number').innerText()
}

/** The owner invites a manager; resolves with the link. */
async function inviteByKeyboard(browser: Browser, shop: EditorsShop, language: Language): Promise<string> {
  const t = words(language)
  const email = `karin-${language}@example.com`
  const context = await browser.newContext({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })
  const page = await context.newPage()
  await signInByKeyboard(page, shop, { email: `seller-${language}@example.com`, language })
  const by = new Keyboard(page)
  await by.find(t('console:area.staff'))
  await by.write(page.getByLabel(t('console:staff.email')), email)
  await by.press('Tab')
  await by.type(t('console:role.manager').slice(0, 4))
  await by.press('Tab', 'Tab', 'Enter')
  const link = await page.getByRole('textbox', { name: email }).inputValue()
  const mail = page.getByRole('link', { name: t('console:staff.mail_link') })
  expect(await mail.getAttribute('href')).toContain(encodeURIComponent(link))
  await expect(page.locator(`[data-copy="${link}"]`)).toBeVisible()
  await context.close()
  return link
}

async function makePasskey({ page, by, t }: Day): Promise<void> {
  await by.type('Karin Åberg')
  await by.press('Tab')
  await by.type(password)
  await by.press('Enter')
  await expect(page).toHaveURL(/\/console\/account/)
  await by.activate(page.getByRole('button', { name: t('console:account.add_passkey') }))
  await expect(page.getByText(t('console:saved'))).toBeVisible()
  const menu = page.getByRole('checkbox', { name: t('console:menu') })
  if (await menu.isVisible()) {
    await by.reach(menu)
    await by.press('Space')
  }
  await by.activate(page.getByRole('button', { name: t('console:sign_out') }))
  await by.activate(page.getByRole('button', { name: t('console:sign_in.passkey') }))
  await expect(page.getByRole('heading', { level: 1, name: t('console:today.title') })).toBeVisible()
}

async function seeOrders({ page, by, orders }: Day): Promise<void> {
  await by.leave('g', 'o')
  await expect(page).toHaveURL(/\/console\/orders/)
  for (const number of orders) await expect(page.getByRole('link', { name: number, exact: true })).toBeVisible()
}

/** What somebody says who reads an order's number aloud. */
const ending = (number: string) => number.slice(-3)

async function pick({ page, by, t }: Day): Promise<void> {
  await by.leave('g', 'p')
  await expect(page).toHaveURL(/\/console\/packing/)
  for (let row = 0; row < 4; row += 1) await by.press('j', 'x')
  await by.press('e')
  await by.activate(page.getByRole('button', { name: t('console-packing:bulk.pick') }))
  await expect(page.getByRole('heading', { level: 1, name: t('console-packing:pick.title') })).toBeVisible()
  const boxes = page.getByRole('checkbox')
  const left = page.locator('[data-left] b')
  await expect(left).toHaveText(String(await boxes.count()))
  await by.press('j', 'x')
  await expect(left).toHaveText(String((await boxes.count()) - 1))
  await page.reload()
  await expect(boxes.first()).toBeChecked()
  await expect(boxes.last()).not.toBeChecked()
}

async function pack({ page, by, t, orders, parts }: Day): Promise<void> {
  const [number = ''] = orders
  const [one = '', two = ''] = parts
  const line = (sku: string) => page.getByRole('row').filter({ hasText: sku })
  const scan = async (code: string) => {
    await expect(page.locator('#scan')).toBeFocused()
    await expect(page.locator('#scan')).toHaveValue('')
    await by.type(code)
    await by.leave('Enter')
  }
  const ship = async () => {
    await by.activate(page.getByRole('button', { name: t('console-packing:scan.ship') }))
    await expect(page.getByText(t('console-packing:scan.done'))).toBeVisible()
  }
  await by.find(ending(number), number)
  await by.leave('Enter')
  await expect(page.getByText(t('console:saved'))).toBeVisible()
  await by.activate(page.getByRole('link', { name: t('console-packing:scan.title') }))
  await expect(page.locator('#scan')).toBeFocused()
  await expect(line(one)).toContainText('0 / 1')
  await scan(one)
  await expect(line(one)).toContainText('1 / 1')
  await scan(two)
  await expect(line(two)).toContainText('1 / 2')
  await by.activate(line(two).getByRole('button', { name: t('console-packing:scan.mark_short') }))
  await expect(line(two)).toContainText(t('console-packing:scan.mark_found'))
  await ship()
  await by.activate(line(two).getByRole('button', { name: t('console-packing:scan.mark_found') }))
  await expect(line(two)).toContainText('0 / 1')
  await scan(two)
  await expect(line(two)).toContainText('1 / 1')
  await ship()
  await expect(page.locator('#scan')).toBeFocused()
  await by.leave('Enter')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(number)
}

async function quote({ page, by, t, parts }: Day): Promise<void> {
  await by.find(t('console:area.requests'))
  await by.leave('j', 'Enter')
  await by.write(page.getByLabel(t('console-sales:sku_of', { line: '1' })), parts[0] ?? '')
  await by.write(page.getByLabel(t('console-sales:price_of_line', { line: '1' })), '499')
  await by.press('Enter')
  await expect(page.getByText(t('console-sales:done.answer'))).toBeVisible()
}

async function takeByPhone({ page, by, t, parts }: Day): Promise<void> {
  await by.leave('g', 'o')
  await by.activate(page.getByRole('link', { name: t('console-phone-order:open') }))
  const written = [
    [t('checkout:field.email'), 'telefon@example.com'],
    [t('console-order-edit:sku'), parts[2] ?? ''],
    [t('checkout:field.name'), 'Tor Telefon'],
    [t('checkout:field.line1'), 'Ringvägen 5'],
    [t('checkout:field.postal_code'), '118 67'],
    [t('checkout:field.city'), 'Stockholm'],
  ] as const
  for (const [label, text] of written) await by.write(page.getByLabel(label).first(), text)
  await by.press('Enter')
  await by.activate(page.getByRole('button', { name: t('console-phone-order:place', { amount: '' }) }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d{6}/)
}

async function changeAddress({ page, by, t, orders }: Day): Promise<void> {
  const number = orders[1] ?? ''
  await by.find(ending(number), number)
  await by.activate(page.getByRole('link', { name: t('console-order-edit:open') }))
  await by.write(page.getByLabel(t('console-order-edit:field.line1')), 'Nygatan 7')
  await by.press('Enter')
  await by.activate(page.getByRole('button', { name: t('console-order-edit:save') }))
  await expect(page.getByText('Nygatan 7').first()).toBeVisible()
}

async function refund({ page, by, t, orders }: Day): Promise<void> {
  await by.find(ending(orders[0] ?? ''), orders[0] ?? '')
  await by.activate(page.getByText(t('console-orders:refund'), { exact: true }))
  await by.write(page.getByRole('spinbutton').last(), '1')
  await by.press('Enter')
  // A second Enter pays nothing back: the sum has the focus, not the button behind it.
  await expect(page.locator('#pay-back p')).toBeFocused()
  await expect(page.locator('#pay-back p')).toContainText(t('console-orders:refund_invoice', { sum: '' }).trim())
  await by.press('Tab', 'Enter')
  await expect(page.getByText(t('console-orders:done.refund'))).toBeVisible()
}

async function receive({ page, by, t, returned }: Day): Promise<void> {
  await by.leave('g', 'r')
  await by.leave('j', 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(returned)
  await by.write(page.getByRole('spinbutton').first(), '1')
  await by.activate(page.getByRole('button', { name: t('console-packing:returns.credit_now') }))
  await expect(page.getByText(t('console-packing:returns.done_refund'))).toBeVisible()
}

async function findCustomer({ page, by }: Day): Promise<void> {
  await by.find('kund-7@', 'kund-7@example.com')
  await expect(page.getByText('kund-7@example.com').first()).toBeVisible()
}

async function exportBooks({ page, by, t }: Day): Promise<void> {
  await by.leave('g', 'b')
  await by.activate(page.getByRole('main').getByRole('link', { name: t('console-payments:books.today') }))
  await page.waitForURL(/from=([\d-]+)&to=\1$/)
  await by.reach(page.getByRole('button', { name: t('console-payments:books.sie') }).first())
  const loaded = page.waitForEvent('download')
  await by.press('Enter')
  expect((await loaded).suggestedFilename()).toMatch(/\.se$/)
}
