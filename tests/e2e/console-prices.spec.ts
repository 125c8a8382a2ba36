import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { momentAt, homeClock } from '../../src/domain/places/home-clock.ts'
import { plusDays } from '../../src/domain/places/public-holidays.ts'
import { href } from '../../src/routes.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { signInNew } from '../support/at-console.ts'
import { sweden } from '../support/homes.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { objections } from '../support/whole-screen.ts'

const clockFile = path.join(tmpdir(), `moved-clock-${process.pid}`)
const preload = path.resolve(import.meta.dirname, '../support/moved-clock.ts')
const test = testWithShop({
  SANDBOX_PAYMENTS: '1',
  CLOCK_FILE: clockFile,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${preload}`.trim(),
})
test.describe.configure({ mode: 'default' })
test.use({ locale: 'en-GB' })
test.afterEach(() => rmSync(clockFile, { force: true }))

/** Moves the shop's clock to a moment. */
const moveTo = (moment: Date) => writeFileSync(clockFile, String(moment.getTime() - Date.now()))

type Part = { sku: string; slug: string; amount: number }

/** Parts with one price in kronor that no campaign has, the dearest first. */
async function plainParts(dataFolder: string, count: number): Promise<Part[]> {
  const { db } = connect({ sqliteFile: path.join(dataFolder, 'shop.db') })
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('prices as u', 'u.product_id', 'p.id')
    .innerJoin('product_texts as t', 't.product_id', 'p.id')
    .select(['p.sku', 't.slug', 'u.amount'])
    .where('t.language', '=', 'sv')
    .where('p.type', '=', 1)
    .where('p.status', '=', 'published')
    .where('p.parent_id', 'is', null)
    .where('u.currency', '=', 'SEK')
    .where('u.amount', '>', 10_000)
    .where('p.id', 'not in', db.selectFrom('campaign_prices').select('product_id'))
    .where('p.id', 'not in', db.selectFrom('supplier_offers').select('product_id'))
    .groupBy(['p.sku', 't.slug', 'u.amount'])
    .orderBy('u.amount', 'desc')
    .orderBy('p.sku')
    .limit(count)
    .execute()
  await db.destroy()
  return rows
}

const kronor = (amount: number) => new RegExp(String(Math.round(amount / 100)).replace(/\B(?=(\d{3})+$)/g, '.?'))

/** The price of a part as shoppers read it. */
async function shopperReads(page: Page, origin: string, slug: string): Promise<string> {
  await page.goto(origin + href('sv', 'product', { slug }))
  // In kronor, as the Swedish pages show them.
  return (await page.locator('main .price').first().innerText()).replaceAll(/\s+/g, ' ')
}

/** The price that a part is offered for by its structured data, asked for without the browser. */
async function offeredFor(origin: string, slug: string): Promise<string> {
  const answer = await fetch(origin + href('sv', 'product', { slug }))
  const price = /"price":\s*"?(\d+(?:\.\d+)?)/.exec(await answer.text())?.[1]
  if (price === undefined) throw new Error(`The part ${slug} has no price.`)
  return String(Math.round(Number(price)))
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'
  test(`a campaign for Friday 00:00 is seen from its first to its last second, ${how}`, async ({ browser, shop }, {
    project,
  }) => {
    test.setTimeout(120_000)
    const parts = await plainParts(shop.dataFolder, 4)
    const part = parts[javaScriptEnabled ? 0 : 1]
    if (!part) throw new Error('The demo has no plain parts.')
    const email = `campaign-${javaScriptEnabled}-${project.name}@example.com`
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' })
    const page = await context.newPage()
    await signInNew(page, shop, { email, language: 'en' })
    const today = homeClock(new Date(), sweden).day
    const friday = plusDays(today, ((5 - new Date(`${today}T12:00:00Z`).getUTCDay() + 7) % 7) + 7)
    await page.goto(shop.consoleOrigin + consolePath('campaigns'))
    await page.getByRole('link', { name: 'New campaign' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`Friday ${how}`)
    await page.getByLabel('First day').fill(friday)
    await page.getByLabel('Time', { exact: true }).fill('00:00')
    await page.getByLabel('Last day').fill(friday)
    await page.getByLabel('Article numbers').fill(part.sku)
    await page.getByLabel('Percent, SEK or price').fill('50')
    await page.getByRole('button', { name: 'Show the effect' }).click()
    await expect(page.getByText('1 of 1 products get a lower price.')).toBeVisible()
    if (javaScriptEnabled) expect(await objections(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the campaign' }).click()
    await expect(page.getByRole('heading', { name: `Friday ${how}` })).toBeVisible()
    await expect(page.getByRole('link', { name: part.sku })).toBeVisible()

    const midnight = momentAt(friday, '00:00', sweden)?.getTime() ?? Number.NaN
    const after = momentAt(plusDays(friday, 1), '00:00', sweden)?.getTime() ?? Number.NaN
    const shopper = await browser.newPage()
    const read = () => offeredFor(shop.origin, part.slug)
    moveTo(new Date(midnight - 60_000))
    expect(await read()).toMatch(kronor(part.amount))
    moveTo(new Date(midnight + 1_000))
    await expect.poll(read).toMatch(kronor(part.amount / 2))
    expect(await shopperReads(shopper, shop.origin, part.slug)).toMatch(kronor(part.amount / 2))
    moveTo(new Date(after - 60_000))
    expect(await read()).toMatch(kronor(part.amount / 2))
    moveTo(new Date(after + 1_000))
    await expect.poll(read).not.toMatch(kronor(part.amount / 2))
    await Promise.all([context.close(), shopper.close()])
  })
}

test('many prices are previewed, changed and taken back', async ({ page, shop }, { project }) => {
  test.setTimeout(120_000)
  const [, , part] = await plainParts(shop.dataFolder, 4)
  if (!part) throw new Error('The demo has no plain parts.')
  await signInNew(page, shop, { email: `changes-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('products'))
  await page.getByRole('link', { name: 'Change the prices of these' }).click()
  await page.getByLabel('All products of the shop').check()
  await page.getByLabel('Percent, SEK or margin').fill('100')
  await page.getByLabel('Rounding').selectOption('krona')
  await page.getByRole('button', { name: 'Show all rows' }).click()
  await expect(page.getByRole('button', { name: 'Change these prices' })).toBeVisible({ timeout: 30_000 })
  expect(await objections(page)).toEqual([])
  const read = () => offeredFor(shop.origin, part.slug)
  const address = page.url()
  expect(await read()).toMatch(kronor(part.amount))
  await page.getByRole('button', { name: 'Change these prices' }).click()
  await expect(page.getByText(/Prices changed: \d/)).toBeVisible({ timeout: 60_000 })
  await expect.poll(read).toMatch(kronor(part.amount * 2))
  expect(await shopperReads(page, shop.origin, part.slug)).toMatch(kronor(part.amount * 2))
  await page.goto(shop.consoleOrigin + consolePath('product', { sku: part.sku }))
  await page.getByRole('heading', { name: 'Changes of many prices' }).waitFor()
  await page.goto(address)
  await page.getByLabel('Yes, restore').check()
  await page.getByRole('button', { name: 'Take the change back' }).click()
  await expect(page.getByText(/Prices restored: \d/)).toBeVisible({ timeout: 60_000 })
  await expect.poll(read).toMatch(kronor(part.amount))
})

test('the deal of the day is looked at before it is saved', async ({ page, shop }, { project }) => {
  const [, , , part] = await plainParts(shop.dataFolder, 4)
  if (!part) throw new Error('The demo has no plain parts.')
  await signInNew(page, shop, { email: `deal-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('deal-new'))
  await page.getByLabel('Article number').fill(part.sku)
  await page.getByLabel('Percent off').fill('30')
  await page.getByLabel('Text (Swedish)').fill('Påskdagen')
  await page.getByLabel('Text (English)').fill('Easter')
  await page.getByLabel('First day').fill('2098-04-20')
  await page.getByLabel('Last day').fill('2098-04-20')
  await page.getByRole('button', { name: 'Show the effect' }).click()
  await expect(page.getByRole('cell', { name: part.sku })).toBeVisible()
  expect(await objections(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the deal' }).click()
  await expect(page.getByRole('heading', { name: 'Easter' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete the campaign' }).click()
  await expect(page.getByText('The campaign was deleted.')).toBeVisible()
})
