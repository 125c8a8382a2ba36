import { expect, test, type Locator, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { cartLines, productCards } from '../support/page-parts.ts'
import { addToCart, firstCategory, reachCheckoutByLink } from '../support/shopper.ts'
import { losses } from '../support/whole-screen.ts'

/** Words of three letters or more, in table cells, that are broken without a hyphen. */
async function brokenCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(th, td)')].flatMap((cell) => {
      const [text] = cell.childNodes
      if (!(text instanceof Text)) return []
      return [...text.data.matchAll(/\p{L}{3,}/gu)]
        .filter(({ index, 0: word }) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1
        })
        .map(({ 0: word }) => word)
    }),
  )
}

const enlarge = (page: Page) => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

/** The distances between letters, words and lines that a reader may set (WCAG 1.4.12). */
const readersSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

const space = (page: Page) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, readersSpacing)

/** Of the names in a place, those that are cut off at their lower end. */
const cutNames = (names: Locator): Promise<string[]> =>
  names.evaluateAll((all) =>
    all
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2)
      .map((each) => each.textContent ?? ''),
  )

for (const language of languages) {
  const query =
    language === 'sv'
      ? ['batteri', 'tangentbord', 'precisionsskruvmejsel']
      : ['battery', 'keyboard', 'precision screwdriver']

  test.describe(`text at 200 % in ${language} @narrow`, () => {
    test('a phone shows everything of parts, a search, the delivery page and a missing page', async ({
      page,
      request,
    }) => {
      const paths = [
        href(language, 'page', { slug: language === 'sv' ? 'leverans' : 'delivery' }),
        href(language, 'search', {}, { q: query[2] }),
        `${href(language, 'home')}/nothing/here`,
      ]
      for (const each of query) {
        const found = await request.get(`/api/products?locale=${language}&query=${encodeURIComponent(each)}`)
        const { products }: { products: { slug: string; variations: unknown[] }[] } = await found.json()
        const kinds = [
          products.find(({ variations }) => variations.length > 1),
          products.find(({ variations }) => variations.length === 0),
        ]
        paths.push(...kinds.flatMap((product) => (product ? [href(language, 'product', { slug: product.slug })] : [])))
      }
      expect(paths).toHaveLength(6)
      const found: string[] = []
      for (const path of paths) {
        await page.goto(path)
        expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).hyphens)).toBe(
          'auto',
        )
        if (path === paths[0]) expect(await brokenCells(page)).toEqual([])
        await enlarge(page)
        found.push(...(await losses(page)).map((each) => `${path}: ${each}`))
      }
      expect(found).toEqual([])
    })

    test('a phone shows whole names in lists and in the cart, and the checkout and a comparison fit', async ({
      page,
    }) => {
      await page.goto(await firstCategory(page, language))
      await enlarge(page)
      expect(await losses(page)).toEqual([])
      expect(await cutNames(productCards(page).getByRole('heading'))).toEqual([])
      const skus = await productCards(page)
        .locator('a[data-compare]')
        .evaluateAll((all) => all.slice(0, 3).map((each) => each.getAttribute('data-compare')))
      await page.goto(href(language, 'compare', {}, { items: skus.join(',') }))
      await enlarge(page)
      expect(await losses(page)).toEqual([])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await addToCart(page, language)
      await enlarge(page)
      expect(await losses(page)).toEqual([])
      expect(await cutNames(cartLines(page).getByRole('link'))).toEqual([])
      await reachCheckoutByLink(page, language)
      await enlarge(page)
      expect(await losses(page)).toEqual([])
    })
  })

  test(`a list and the checkout keep within 320 px with more space between letters, in ${language} @narrow`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(await firstCategory(page, language))
    await space(page)
    expect(await losses(page)).toEqual([])
    expect(await cutNames(productCards(page).getByRole('heading'))).toEqual([])
    await reachCheckoutByLink(page, language)
    await space(page)
    expect(await losses(page)).toEqual([])
  })
}
