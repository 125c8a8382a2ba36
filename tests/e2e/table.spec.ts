import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { cartCount, cartToast, miniCart, pixelsBeside } from '../support/page-parts.ts'
import { untilUsed } from '../support/page-scripts.ts'
import { words } from '../support/words.ts'

const list = { sv: '/sv/kategori/laptopdelar/batterier', en: '/en/category/laptop-parts/batteries' }
const energy = { sv: 'Energi', en: 'Energy' }

for (const language of languages) {
  const t = words(language)
  const region = (page: Page) => page.getByRole('region', { name: t('listing.table_label') })
  const headOf = (page: Page, name: string) => region(page).getByRole('columnheader', { name: new RegExp(`^${name}`) })
  const viewLink = (page: Page, name: 'listing.cards' | 'listing.table') =>
    page.getByRole('group', { name: t('listing.view') }).getByRole('link', { name: t(name) })
  const rows = (page: Page) => region(page).locator('tbody tr')

  /** The numbers in the first column after the names. */
  async function energies(page: Page): Promise<number[]> {
    const texts = await region(page).locator('tbody th + td').allTextContents()
    return texts.filter((text) => text.trim() !== '–').map((text) => Number(text.replace(',', '.')))
  }

  async function expectSorted(page: Page, direction: 'ascending' | 'descending'): Promise<void> {
    await expect(headOf(page, energy[language])).toHaveAttribute('aria-sort', direction)
    const numbers = await energies(page)
    const rising = numbers.toSorted((one, other) => one - other)
    expect(numbers.length).toBeGreaterThan(10)
    expect(numbers).toEqual(direction === 'ascending' ? rising : rising.toReversed())
  }

  test.describe(`the table of a list in ${language}`, () => {
    test('is shown and sorted in place, with the focus kept, and Back restores it', async ({ page }) => {
      await page.goto(list[language])
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      // The script is fetched at the first use; a click before it follows the link.
      await untilUsed(page)
      await viewLink(page, 'listing.table').click()
      await expect(page).toHaveURL(/\?view=table/)
      await expect(viewLink(page, 'listing.table')).toHaveAttribute('aria-current', 'true')
      const head = headOf(page, energy[language]).getByRole('link')
      await head.click()
      await expect(page).toHaveURL(/\?sort=capacity_wh%3Aasc&view=table$/)
      await expectSorted(page, 'ascending')
      await expect(head).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\?sort=capacity_wh%3Adesc&view=table$/)
      await expectSorted(page, 'descending')
      await expect(head).toBeFocused()
      await expect(page.locator('.toolbar summary')).toContainText(t('sort.descending', { name: energy[language] }))
      await page.goBack()
      await expect(page).toHaveURL(/capacity_wh%3Aasc/)
      await expect(headOf(page, energy[language])).toHaveAttribute('aria-sort', 'ascending')
      await page.getByRole('link', { name: t('listing.next') }).click()
      await expect(page).toHaveURL(/view=table&page=2#grid$/)
      await expectSorted(page, 'ascending')
      await viewLink(page, 'listing.cards').click()
      await expect(page).toHaveURL(/\?sort=capacity_wh%3Aasc&page=2$/)
      await expect(region(page)).toHaveCount(0)
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    })

    test('adds parts to the cart and to the comparison', async ({ page }) => {
      await page.goto(`${list[language]}?view=table&stock=in`)
      const row = rows(page)
        .filter({ has: page.getByRole('button') })
        .first()
      await row.getByRole('button').click()
      await expect(cartToast(page)).toBeVisible()
      await expect(cartCount(page)).toHaveText('1')
      await expect(miniCart(page)).toBeHidden()
      const toggle = row.locator('a[data-compare]')
      await toggle.click()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByRole('complementary', { name: t('compare.title') })).toContainText(
        t('compare.count', { count: 1 }),
      )
    })

    test('scrolls by keyboard inside the page, and keeps head, names and place @narrow', async ({ page }) => {
      await page.goto(`${list[language]}?view=table`)
      expect(await pixelsBeside(page)).toBeLessThanOrEqual(0)
      await region(page).focus()
      const left = () => region(page).evaluate((element) => element.scrollLeft)
      await expect(async () => {
        await page.keyboard.press('ArrowRight')
        expect(await left()).toBeGreaterThan(80)
      }).toPass()
      const gap = (cell: string) =>
        region(page).evaluate((element, selector) => {
          const [outer, inner] = [element, element.querySelector(selector)].map((each) => each?.getBoundingClientRect())
          return { x: (inner?.x ?? 0) - (outer?.x ?? 0), y: (inner?.y ?? 0) - (outer?.y ?? 0) }
        }, cell)
      await region(page).evaluate((element) => element.scrollBy(0, 200))
      expect((await gap('tbody th')).x).toBeCloseTo(0, 0)
      expect((await gap('thead .name')).x).toBeCloseTo(0, 0)
      expect((await gap('thead .name')).y).toBeLessThan(2)
      const head = headOf(page, energy[language])
      await head.scrollIntoViewIfNeeded()
      const before = await left()
      await head.getByRole('link').click()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
      expect(await left()).toBe(before)
    })
  })

  test.describe(`the table of a list in ${language} without script`, () => {
    test.use({ javaScriptEnabled: false })

    test('is sorted, filtered and paged by plain links', async ({ page }) => {
      await page.goto(list[language])
      await viewLink(page, 'listing.table').click()
      await expect(page).toHaveURL(`${list[language]}?view=table#grid`)
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${list[language]}$`))
      for (const direction of ['ascending', 'descending'] as const) {
        await headOf(page, energy[language]).getByRole('link').click()
        await expectSorted(page, direction)
      }
      await page.getByRole('link', { name: t('listing.next') }).click()
      await expect(page).toHaveURL(`${list[language]}?sort=capacity_wh%3Adesc&view=table&page=2#grid`)
      await expectSorted(page, 'descending')
      await page.goto(`${list[language]}?sort=shape:asc&view=table`)
      await expect(headOf(page, energy[language]).getByRole('link')).toHaveAttribute(
        'href',
        `${list[language]}?sort=capacity_wh%3Aasc&view=table#grid`,
      )
    })
  })
}
