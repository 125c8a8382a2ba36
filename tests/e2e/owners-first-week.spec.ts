import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { consolePath } from '../../src/console-routes.ts'
import { homeClock, momentAt } from '../../src/domain/places/home-clock.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { plusDays } from '../../src/domain/places/public-holidays.ts'
import { password, signInByKeyboard } from '../support/at-console.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { sweden } from '../support/homes.ts'
import { orderByForm } from '../support/order-by-form.ts'
import { words } from '../support/words.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'first-week-'))
const clockFile = path.join(folder, 'clock')
const preload = path.join(root, 'tests/support/moved-clock.ts')
let shop: EditorsShop

test.beforeEach(async () => {
  rmSync(clockFile, { force: true })
  const settings = {
    SANDBOX_PAYMENTS: '1',
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${preload}`.trim(),
  }
  shop = await startEditorsShop(settings, emptyShop)
})
test.afterEach(() => shop.stop())
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** What whoever runs the server has made: a shop with a name and nothing in it. */
async function emptyShop(): Promise<string> {
  const data = mkdtempSync(path.join(folder, 'data-'))
  const answers = path.join(data, 'answers.json')
  const contact = { sv: { address: ['Gatan 1', '111 22 Stockholm'], email: 'info@example.com' } }
  const company = { name: 'Ny butik AB', organizationNumber: '556016-0680', contact }
  writeFileSync(answers, JSON.stringify({ company }))
  const { DATABASE_URL: _unused, ...inherited } = process.env
  const env = { ...inherited, SHOP_DATA: data, ORIGIN: 'http://127.0.0.1' }
  const command = ['src/tools/shop.ts', 'init', '--file', answers, '--owner', '-']
  execFileSync(process.execPath, command, { cwd: root, env, stdio: 'pipe' })
  return path.join(data, 'shop.db')
}

type Week = { page: Page; browser: Browser; t: ReturnType<typeof words>; language: Language; friday: string }

/** What an owner does in the first week, in this order. */
const work: readonly { does: string; run: (week: Week) => Promise<void> }[] = [
  { does: 'sees what is to be done', run: seeSteps },
  { does: 'writes the company, and is told of a wrong number at its field', run: setCompany },
  { does: 'gives the shop its looks', run: setLooks },
  { does: 'sets what delivery costs and where the shop sells', run: setDelivery },
  { does: 'imports a file with ten wrong rows', run: importFile },
  { does: 'fixes the ten rows', run: fixRows },
  { does: 'gives a part its pictures', run: addPictures },
  { does: 'writes the home page and the terms beside their preview', run: writeTexts },
  { does: 'plans a campaign for Friday 00:00', run: planCampaign },
  { does: 'makes a coupon', run: makeCoupon },
  { does: 'gets the first order on Friday', run: takeOrder },
  { does: 'reads the figures', run: readFigures },
]

for (const language of languages) {
  test.describe(`the first week in ${language}`, () => {
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} an owner opens a shop without a terminal`, async ({ page, browser }) => {
      const t = words(language)
      const today = homeClock(new Date(), sweden).day
      const friday = plusDays(today, ((5 - new Date(`${today}T12:00:00Z`).getUTCDay() + 7) % 7) + 7)
      await signInByKeyboard(page, shop, { email: `owner-${language}@example.com`, language })
      for (const { does, run } of work) await test.step(does, () => run({ page, browser, t, language, friday }))
    })
  })
}

const open = (page: Page, ...to: Parameters<typeof consolePath>) => page.goto(shop.consoleOrigin + consolePath(...to))
const set = (page: Page, name: string) => page.locator(`[name="set:${name}"]`)
const press = (page: Page, action: string) =>
  page.locator(`main button[name="action"][value="${action}"]`).first().click()
const main = (page: Page) => page.locator('main')

async function seeSteps({ page, t }: Week): Promise<void> {
  await open(page, 'today')
  await main(page)
    .locator(`a[href="${consolePath('first-steps')}"]`)
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('console-first-steps:title'))
}

async function setCompany({ page, t }: Week): Promise<void> {
  await page.getByRole('link', { name: t('console-first-steps:go.company') }).click()
  await set(page, 'name').fill('Kretsen i Boden AB')
  await set(page, 'vatNumber').fill('SE556016068001')
  await set(page, 'bankgiro').fill('5050-1056')
  await set(page, 'phone').fill('+46 921 123 45')
  for (const language of languages) {
    await set(page, `contact.${language}.address`).fill('Kungsgatan 7\n961 61 Boden')
    await set(page, `contact.${language}.email`).fill('hej@kretsen.example')
  }
  await press(page, 'save')
  const reason = t('console-settings:reason.bankgiro')
  await expect(set(page, 'bankgiro')).toHaveAccessibleDescription(reason)
  await expect(page.getByRole('alert').filter({ hasText: reason }).first()).toBeVisible()
  await set(page, 'bankgiro').fill('5050-1055')
  await press(page, 'save')
  await expect(main(page)).toContainText(t('console-settings:done.save'))
}

async function setLooks({ page, t }: Week): Promise<void> {
  await open(page, 'setting', { group: 'brand' })
  for (const language of languages) {
    await set(page, `name.${language}`).fill('Kretsen')
    await set(page, `slogan.${language}`).fill(language === 'sv' ? 'Kretsar norrifrån' : 'Circuits from the north')
  }
  await set(page, 'colours.light.accent').fill('#5b2aa8')
  await set(page, 'colours.light.onAccent').fill('#ffffff')
  await set(page, 'colours.dark.accent').fill('#c3a6ff')
  await set(page, 'colours.dark.onAccent').fill('#1a0b33')
  await press(page, 'preview')
  await expect(page.getByRole('heading', { name: t('console-settings:would_change') })).toBeVisible()
  await press(page, 'save')
  await expect(main(page)).toContainText(t('console-settings:done.save'))
  await page.locator('input[name="file"]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#8a5bd0"/></svg>',
    ),
  })
  await page.getByRole('button', { name: t('console-settings:upload.submit') }).click()
}

async function setDelivery({ page, t }: Week): Promise<void> {
  await open(page, 'setting', { group: 'sales' })
  await page.getByRole('button', { name: t('console-settings:tick_none') }).click()
  for (const country of ['SE', 'FI', 'DK']) await set(page, `countries.${country}`).check()
  await press(page, 'save')
  await expect(main(page)).toContainText(t('console-settings:done.save'))
  await expect(page.locator('[name^="set:countries."]:checked')).toHaveCount(3)
  await open(page, 'setting', { group: 'delivery' })
  await set(page, 'methods.0.bands.0.price').fill('59')
  await set(page, 'methods.0.freeFrom').fill('600')
  await page.locator('[name="trial_sum"]').fill('599')
  await page.getByRole('button', { name: t('console-settings:trial.button') }).click()
  await expect(page.locator('#trial tbody tr').first()).toContainText('59')
  await press(page, 'save')
  await expect(main(page)).toContainText(t('console-settings:done.save'))
}

const rowCount = 200
const isWrong = (at: number) => at % 20 === 7

/** The owner's goods as a spreadsheet program writes them. */
function goods(language: Language, rows: 'as typed' | 'corrected'): Buffer {
  const lines = Array.from({ length: rowCount }, (_, at) => {
    const price = rows === 'as typed' && isWrong(at) ? 'ring oss' : `${100 + at},50`
    return `${language}-${1000 + at};USB cable ${at} m;Kretsen;Cables;${price};${at % 5 === 0 ? 0 : 12}`
  })
  return Buffer.from(['article;name;brand;category;price;stock', ...lines, ''].join('\r\n'))
}

async function importRows({ page, t, language }: Week, rows: 'as typed' | 'corrected'): Promise<void> {
  await open(page, 'imports')
  await page.getByRole('link', { name: t('console-imports:new.open') }).click()
  const file = { name: `goods-${language}.csv`, mimeType: 'text/csv', buffer: goods(language, rows) }
  await page.locator('input[name="file"]').setInputFiles(file)
  await page.getByRole('button', { name: t('console-imports:new.button') }).click()
  await page.getByRole('button', { name: t('console-imports:check.button') }).click()
  await expect(page.getByRole('heading', { name: t('console-imports:start.title') })).toBeVisible()
}

async function importFile(week: Week): Promise<void> {
  const { page, t } = week
  await importRows(week, 'as typed')
  const wrong = page.getByRole('link', { name: t('console-imports:start.rejected', { count: 10 }) })
  await wrong.click()
  await expect(page.locator('#found tbody tr')).toHaveCount(10)
  await expect(page.locator('#found tbody tr').first()).toContainText('ring oss')
  await press(page, 'start')
  await expect(main(page)).toContainText(t('console-imports:done.start'))
  await expect(page.getByRole('heading', { name: t('console-imports:start.title') })).toBeHidden()
}

async function fixRows(week: Week): Promise<void> {
  const { page, t } = week
  await importRows(week, 'corrected')
  await expect(main(page)).toContainText(t('console-imports:start.what', { created: 10, changed: 0 }))
  await press(page, 'start')
  await expect(main(page)).toContainText(t('console-imports:done.start'))
}

async function addPictures({ page, language }: Week): Promise<void> {
  const photo = (background: string) => sharp({ create: { width: 300, height: 200, channels: 3, background } })
  await open(page, 'product-files', { sku: `${language}-1001` })
  const buffer = await photo(language === 'sv' ? '#a33' : '#3a3')
    .jpeg()
    .toBuffer()
  await page.locator('input[name="files"]').setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer })
  await press(page, 'upload')
  await expect(page.locator('input[name^="place:photo-"]')).toHaveCount(1)
}

/** The texts that a shop cannot do without, in both languages. */
const texts: Readonly<Record<string, Record<Language, string>>> = {
  home: { en: '<h2>Cables that last</h2>', sv: '<h2>Kablar som håller</h2>' },
  terms: { en: '<h2>Terms of Kretsen</h2>', sv: '<h2>Villkor hos Kretsen</h2>' },
}

async function writeTexts({ page, t, language }: Week): Promise<void> {
  for (const [kind, id] of [
    ['widget', 'home'],
    ['page', 'terms'],
  ] as const) {
    await open(page, 'content')
    await main(page)
      .locator(`a[href="${consolePath('content-item', { kind, id })}"]`)
      .click()
    await page.locator('[data-preview-button]').click()
    const written = texts[id] ?? { en: '', sv: '' }
    const text = (each: Language) => (each === language ? `${written[each]}<p>{{company.name}}</p>` : written[each])
    for (const each of languages) {
      const side = page.locator(`[data-side="${each}"]`)
      await side.locator('[data-tool="source"]').click()
      await side.locator(`textarea[name="set:${each}.html"]`).fill(text(each))
    }
    await page.locator('select[name="view"]').selectOption(`${language}.inc.phone`)
    const frame = page.frameLocator('[data-frame] iframe')
    await expect(frame.getByText('Kretsen i Boden AB').first()).toBeVisible()
    await press(page, 'publish')
    await expect(main(page)).toContainText(t('console-content:published_now'))
  }
}

async function planCampaign({ page, t, language, friday }: Week): Promise<void> {
  await open(page, 'campaigns')
  await page.getByRole('link', { name: t('console-prices:new_campaign') }).click()
  await page.locator('[name="name"]').fill(`Fredag ${language}`)
  await page.locator('[name="start_day"]').fill(friday)
  await page.locator('[name="start_time"]').fill('00:00')
  await page.locator('[name="end_day"]').fill(friday)
  await page.locator('[name="skus"]').fill(`${language}-1001`)
  await page.locator('[name="value"]').fill('50')
  await page.getByRole('button', { name: t('console-prices:show_effect') }).click()
  await page.getByRole('button', { name: t('console-prices:save_campaign') }).click()
  await expect(main(page)).toContainText(t('console-prices:made_campaign'))
}

const couponOf = (language: Language) => `VECKA-${language.toUpperCase()}`

async function makeCoupon({ page, t, language }: Week): Promise<void> {
  await open(page, 'coupons')
  await page.getByRole('link', { name: t('console-coupons:new') }).click()
  await page.locator('[name="code"]').fill(couponOf(language))
  await page.locator('[name="percent"]').fill('10')
  await page.getByRole('button', { name: t('console-coupons:make') }).click()
  await expect(main(page)).toContainText(t('console-coupons:made'))
}

async function takeOrder({ page, browser, t, language, friday }: Week): Promise<void> {
  const midnight = momentAt(friday, '00:01', sweden)?.getTime() ?? Number.NaN
  writeFileSync(clockFile, String(midnight - Date.now()))
  const buyer = await browser.newContext({ baseURL: shop.origin })
  const number = await orderByForm(buyer.request, language, {
    // The second part has no reduced price, so that the coupon lowers it.
    lines: [1001, 1002].map((article) => ({ sku: `${language}-${article}`, quantity: 2 })),
    email: 'kund@example.com',
    name: 'Åsa Kund',
    coupon: couponOf(language),
  })
  await buyer.close()
  // More than a day has gone by, so that everybody signs in again.
  await open(page, 'order', { number })
  await page.locator('input[name="email"]').fill(`owner-${language}@example.com`)
  await page.locator('input[name="password"]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await open(page, 'first-steps')
  const step = page.getByRole('listitem').filter({ hasText: t('console-first-steps:step.order') })
  await expect(step).toContainText(t('console-first-steps:is_done'))
}

async function readFigures({ page, language, friday }: Week): Promise<void> {
  await open(page, 'figures', {}, { from: friday, to: friday })
  for (const text of [`${language}-1001`, couponOf(language)])
    await expect(page.getByRole('table').getByText(text).first()).toBeVisible()
}
