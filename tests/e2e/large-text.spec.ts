import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
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
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        found.push(...(await losses(page)).map((each) => `${path}: ${each}`))
      }
      expect(found).toEqual([])
    })
  })
}
