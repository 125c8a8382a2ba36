import { expect, test, type Locator, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { main, productCards, productLink, searchBox } from '../support/page-parts.ts'
import { ask } from '../support/plain-request.ts'
import { words } from '../support/words.ts'

test.use({ viewport: { width: 360, height: 740 } })

const battery = { sv: 'batteri', en: 'battery' }
const results = (language: Language, query: Record<string, string>) => href(language, 'search', {}, query)

async function openFirst(page: Page, language: Language, q: string): Promise<void> {
  await page.goto(results(language, { q }))
  await page.goto((await productLink(productCards(page).first()).getAttribute('href')) ?? '')
}

async function middleOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  return Math.round((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2)
}

for (const language of languages) {
  const t = words(language)

  test(`the search field shows its whole hint, in ${language}`, async ({ page }) => {
    await page.goto(href(language, 'home'))
    await searchBox(page).fill((await searchBox(page).getAttribute('placeholder')) ?? '')
    const [text, room] = await searchBox(page).evaluate((field) => [field.scrollWidth, field.clientWidth])
    expect(text).toBeLessThanOrEqual(room ?? 0)
  })

  test(`the count is beside the filter, the order beside the views, in ${language}`, async ({ page }) => {
    await page.goto(results(language, { q: `nordbok ${battery[language]}` }))
    const toolbar = page.locator('.toolbar')
    const [count, filter] = [toolbar.locator('h2'), toolbar.locator('.filter')]
    expect(await middleOf(count)).toBe(await middleOf(filter))
    const order = await middleOf(toolbar.locator('.sort'))
    expect(order).toBe(await middleOf(toolbar.locator('.views')))
    expect(order).toBeGreaterThan(await middleOf(count))
  })

  test(`a list without parts has no order and no views, in ${language}`, async ({ page }) => {
    await page.goto(results(language, { q: battery[language], price: '..1' }))
    await expect(page.locator('.toolbar h2')).toHaveText(t('listing.count', { count: 0 }))
    await expect(page.locator('.toolbar :is(.sort, .views)')).toHaveCount(0)
  })

  test(`a part says the same number of models twice, in ${language}`, async ({ page }) => {
    await openFirst(page, language, { sv: 'laptopbatteri', en: 'laptop battery' }[language])
    const models = await page.locator('#devices .models a').count()
    expect(models).toBeGreaterThan(1)
    await expect(main(page).getByRole('link', { name: t('product.models', { count: models }) })).toBeVisible()
    await expect(main(page).getByRole('heading', { name: t('product.fits', { count: models }) })).toBeVisible()
  })

  test(`a gift card promises no returns and no parcel, in ${language}`, async ({ page }) => {
    const returns = main(page)
      .locator('.buying-terms')
      .getByText(t('product.returns', { days: '30' }))
    await openFirst(page, language, battery[language])
    await expect(returns).toBeVisible()
    await openFirst(page, language, { sv: 'presentkort', en: 'gift card' }[language])
    await expect(main(page).locator('.buying-terms li')).not.toHaveCount(0)
    await expect(returns).toHaveCount(0)
    await page.goto(href(language, 'checkout-id', {}, { atc: formatAtc([{ sku: 'GC-10002', quantity: 1 }]) }))
    await expect(main(page).getByText(t('checkout:withdrawal_mailed'))).toBeVisible()
    for (const ofParcels of ['checkout:withdrawal', 'checkout:help.phone'] as const)
      await expect(main(page).getByText(t(ofParcels))).toHaveCount(0)
  })
}

test('parts on their way come in on a working day', async ({ page }) => {
  const days: string[] = []
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await page.goto(results('en', { q: 'screen', page: String(number) }))
    const coming = productCards(page).filter({ has: page.locator('[data-status="incoming"]') })
    for (const link of await coming.evaluateAll((all) =>
      all.map((each) => each.querySelector('h3 a')?.getAttribute('href')),
    )) {
      await page.goto(link ?? '')
      const [, day] = /expected (\d+ \w+ \d+)/.exec(await main(page).innerText()) ?? []
      if (day !== undefined) days.push(new Date(`${day} 12:00`).toLocaleDateString('en', { weekday: 'short' }))
    }
  }
  expect(days.length).toBeGreaterThan(3)
  expect(days.filter((day) => day === 'Sat' || day === 'Sun')).toEqual([])
})

test('models of a series with the same first word have it once', async ({ page }) => {
  await page.goto(href('en', 'device', { slug: 'typera-lp-470' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Typera LP 470')
})

test('names of specifications are not broken', async ({ page }) => {
  await openFirst(page, 'sv', 'skärm')
  const lines = await main(page)
    .getByRole('rowheader', { name: 'Uppdateringsfrekvens' })
    .evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      const first = text.getClientRects().length
      cell.textContent = 'Uppdateringsfrekvens'.repeat(5)
      return [first, document.documentElement.scrollWidth > innerWidth]
    })
  expect(lines).toEqual([1, false])
})

test('control characters of a search are in no address of the page', async ({ baseURL }) => {
  const { status, text } = await ask(Number(new URL(baseURL ?? '').port), '/en/searchresults?q=%00battery%07')
  expect(status).toBe(200)
  expect(text).toContain('q=battery"')
  expect(text).not.toMatch(/%00|%07/)
})
