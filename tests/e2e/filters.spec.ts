import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { shownPriceRange } from '../../src/i18n/money.ts'
import { untilUsed } from '../support/page-scripts.ts'
import { words } from '../support/words.ts'

const list = { sv: '/sv/kategori/laptopdelar/batterier', en: '/en/category/laptop-parts/batteries' }
const original = { sv: 'Ny, original', en: 'New, original' }
const compatible = { sv: 'Ny, kompatibel', en: 'New, compatible' }
const energy = { sv: 'Energi', en: 'Energy' }

for (const language of languages) {
  const t = words(language)
  const show = (count: number) => t('listing.show', { count })
  const count = (page: Page) => page.locator('#grid .toolbar').getByRole('heading', { level: 2 })
  const totalOf = async (page: Page) => Number((await count(page).textContent())?.replaceAll(/\D/g, ''))
  const filters = (page: Page) => page.getByRole('complementary', { name: t('listing.filter') })

  /** Opens the sheet on a narrow screen; on a wide one the filters are beside the list. */
  async function openFilters(page: Page): Promise<void> {
    const button = page.getByRole('button', { name: t('listing.filter'), exact: true })
    if (await button.isVisible()) await button.click()
  }

  async function openFacet(page: Page, name: string) {
    const facet = filters(page)
      .getByRole('group')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
    if ((await facet.getAttribute('open')) === null) await facet.getByText(name, { exact: true }).click()
    return facet
  }

  async function open(page: Page, search = ''): Promise<number> {
    await page.goto(`${list[language]}${search}`)
    return totalOf(page)
  }

  /** The same of an answer that the browser parses without loading its styles and pictures. */
  async function totalIn(page: Page, search: string): Promise<number> {
    const answer = await page.request.get(`${list[language]}${search}`)
    expect(answer.status()).toBe(200)
    const heading = await page.evaluate(
      (html) => new DOMParser().parseFromString(html, 'text/html').querySelector('#grid .toolbar h2')?.textContent,
      await answer.text(),
    )
    return Number(heading?.replaceAll(/\D/g, ''))
  }

  test.describe(`filters in ${language}`, () => {
    test('exchange the list in place, and Back restores it', async ({ page }) => {
      const all = await open(page)
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      // A click before this script has run follows the link, which is no fault and no exchange.
      await untilUsed(page)
      await openFilters(page)
      const choice = filters(page).getByRole('link', { name: new RegExp(`^${original[language]}`) })
      const promised = Number((await choice.getByText(/^\d+$/).textContent()) ?? '')
      await choice.click()
      await expect(page).toHaveURL(/filter=condition%3Anew_original$/)
      await expect(choice).toHaveAttribute('aria-current', 'true')
      await expect(choice).toBeFocused()
      expect(await totalOf(page)).toBe(promised)
      await filters(page)
        .getByRole('link', { name: new RegExp(`^${compatible[language]}`) })
        .click()
      await expect(page).toHaveURL(/new_original%7Econdition%3Anew_compatible$/)
      await expect.poll(() => totalOf(page)).toBe(all)
      await page.goBack()
      await expect.poll(() => totalOf(page)).toBe(promised)
      await page.goBack()
      await expect(page).toHaveURL(list[language])
      await expect.poll(() => totalOf(page)).toBe(all)
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    })

    test('take a range of numbers, and say it as a chip @narrow', async ({ page }) => {
      const all = await open(page)
      await openFilters(page)
      const facet = await openFacet(page, energy[language])
      await facet.getByLabel(t('listing.from')).fill('60')
      await facet.getByLabel(`${t('listing.to')} (Wh)`).fill('50,0')
      await facet.getByRole('button', { name: t('listing.apply') }).click()
      await expect(page).toHaveURL(/filter=capacity_wh%3A50\.\.60$/)
      const total = await totalOf(page)
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThan(all)
      await expect(filters(page)).toBeVisible()
      await filters(page)
        .getByRole('button', { name: show(total) })
        .click()
      const chip = page.getByRole('link', { name: t('listing.remove', { label: '50–60 Wh' }) })
      await chip.click()
      await expect(page).toHaveURL(list[language])
      await expect.poll(() => totalOf(page)).toBe(all)
    })
  })

  test.describe(`filters in ${language} without script`, () => {
    test.use({ javaScriptEnabled: false })

    test('are links and forms with canonical addresses, and read any text as a range', async ({ page }) => {
      const all = await open(page, '?sort=price_up')

      await test.step('a range of prices in the wrong order', async () => {
        const [min, max] = language === 'sv' ? [500, 900] : [50, 90]
        await page.goto(`${list[language]}?sort=price_up&range=%3Dprice&from=${max}&to=${min}`)
        await expect(page).toHaveURL(`${list[language]}?price=${min}..${max}&sort=price_up#grid`)
        const within = await totalOf(page)
        expect(within).toBeGreaterThan(0)
        expect(within).toBeLessThan(all)
        const label = shownPriceRange({ from: min, to: max }, language === 'sv' ? 'SEK' : 'EUR', language)
        await page.getByRole('link', { name: t('listing.remove', { label }) }).click()
        await expect(page).toHaveURL(`${list[language]}?sort=price_up`)
        expect(await totalOf(page)).toBe(all)
      })
      await test.step('a range without parts says what they cost, and is cleared alone', async () => {
        await page.goto(`${list[language]}?price=..0.01&sort=price_up`)
        await expect(page.locator('#results')).toContainText(t('listing.no_price'))
        await page.getByRole('link', { name: t('listing.clear_price') }).click()
        await expect(page).toHaveURL(`${list[language]}?sort=price_up`)
        expect(await totalOf(page)).toBe(all)
      })

      await test.step('what arrives by a day', async () => {
        await openFilters(page)
        const soon = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
        await filters(page).getByLabel(t('listing.delivered_by')).fill(soon)
        await filters(page)
          .getByRole('button', { name: t('listing.apply') })
          .first()
          .click()
        await expect(page).toHaveURL(`${list[language]}?sort=price_up&by=${soon}#grid`)
        expect(await totalOf(page)).toBeLessThan(all)
        const label = t('listing.delivered_by_day', { day: '' }).trim()
        await page
          .getByRole('link', { name: t('listing.remove', { label }) })
          .first()
          .click()
        await expect(page).toHaveURL(`${list[language]}?sort=price_up`)
      })

      for (const search of [
        '?price=x..y',
        '?range=%3Dprice&from=abc&to=',
        '?filter=capacity_wh:..',
        '?range=none&from=1',
      ])
        expect(await totalIn(page, search), search).toBe(all)
    })
  })
}

test('a link for the keyboard leads past the filters to the list @wide', async ({ page }) => {
  await page.goto(list.en)
  const link = page.getByRole('link', { name: words('en')('listing.past_facets') })
  await link.focus()
  await expect(link).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('#results :focus')).toBeInViewport()
})
