import { expect, test, type Page } from '@playwright/test'
import { languages, locales, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { demoLocale } from '../../src/tools/demo/content/demo-settings.ts'
import { main, priceIn } from '../support/page-parts.ts'
import { firstCategory, firstLink, firstProduct, openFirstProduct } from '../support/shopper.ts'

// As a crawler reads the shop: it needs no script.
test.use({ javaScriptEnabled: false })

type Data = { '@type': string; [name: string]: unknown }

/** What a crawler reads of a page of the shop: the browser parses its markup, and loads nothing that it names. */
async function read(page: Page, path: string) {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  const { origin } = new URL(answer.url())
  const head = await page.evaluate(
    ([html, ours]) => {
      const document = new DOMParser().parseFromString(html, 'text/html')
      const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? undefined
      const links = (selector: string) => [...document.querySelectorAll<HTMLLinkElement>(selector)]
      return {
        title: document.title,
        description: content('meta[name="description"]'),
        robots: content('meta[name="robots"]'),
        canonical: links('link[rel="canonical"]').map(({ href: to }) => to.replace(ours, '')),
        alternates: Object.fromEntries(
          links('link[rel="alternate"]').map(({ hreflang, href: to }) => [hreflang, to.replace(ours, '')]),
        ),
        og: Object.fromEntries(
          [...document.querySelectorAll('meta[property^="og:"]')].map((each) => [
            each.getAttribute('property'),
            each.getAttribute('content'),
          ]),
        ),
        json: [...document.querySelectorAll('script[type="application/ld+json"]')].map((each) => each.textContent),
      }
    },
    [await answer.text(), origin] as const,
  )
  const data = head.json.flatMap((text): Data[] => {
    const parsed = JSON.parse(text) as Data & { '@graph'?: Data[] }
    expect(parsed['@context']).toBe('https://schema.org')
    return parsed['@graph'] ?? [parsed]
  })
  const of = (type: string) => data.find((each) => each['@type'] === type) ?? { '@type': 'missing' }
  return { ...head, data, of, url: answer.url() }
}

const brandOf = (language: Language) => demoLocale(language).brand

for (const language of languages) {
  const other = languages.find((each) => each !== language) ?? language

  test(`search engines: public screens in ${language} have title, description, canonical, translation @wide`, async ({
    page,
  }) => {
    const [category, product] = [await firstCategory(page, language), await firstProduct(page, language)]
    const brand = await firstLink(page, language, 'brand')
    const content = href(language, 'page', { slug: language === 'sv' ? 'kopvillkor' : 'terms' })
    const paths = [href(language, 'home'), category, `${category}?page=2`, product, content, brand]
    const seen = []
    for (const path of paths) {
      const found = await read(page, path)
      seen.push(found)
      expect(found.title, path).toMatch(new RegExp(`^.{8,90} – ${brandOf(language)}$|${brandOf(language)}`))
      expect(found.description?.length ?? 0, path).toBeGreaterThan(30)
      expect(found.description?.length ?? 0, path).toBeLessThanOrEqual(156)
      expect(found.canonical, path).toEqual([path])
      expect(found.robots, path).toBeUndefined()
      expect(found.alternates, path).toMatchObject({ [language]: path, 'x-default': found.alternates['en'] })
      expect(found.og, path).toMatchObject({
        'og:title': expect.any(String),
        'og:description': found.description,
        'og:url': expect.stringContaining(path),
        'og:locale': locales[language].iso.replace('-', '_'),
        'og:locale:alternate': locales[other].iso.replace('-', '_'),
      })
      expect((await page.request.get(found.og['og:image'] ?? '')).headers()['content-type'], path).toMatch(
        /^image\/(png|webp)/,
      )
      const translation = await page.request.get(found.alternates[other] ?? '')
      expect(translation.status(), path).toBe(200)
      expect(await translation.text(), path).toContain(`hreflang="${language}" href="${new URL(path, found.url).href}"`)
    }
    expect(new Set(seen.map(({ title }) => title)).size).toBe(seen.length)
    expect(new Set(seen.map(({ description }) => description)).size).toBe(seen.length)
  })

  test(`search engines: a filtered listing in ${language} is noindex; its canonical is the whole one @wide`, async ({
    page,
  }) => {
    const category = await firstCategory(page, language)
    const found = await read(page, `${category}?stock=in`)
    expect(found.robots).toBe('noindex, follow')
    expect(found.canonical).toEqual([category])
    expect(found.alternates).toEqual({})
    expect((await read(page, `${category}?sort=price_up`)).canonical).toEqual([category])
    const search = (q: string, filter = {}) => read(page, href(language, 'search', {}, { q, ...filter }))
    const words = await search('USB')
    expect([words.robots, words.canonical]).toEqual([undefined, [href(language, 'search', {}, { q: 'usb' })]])
    expect(words.description).toContain('USB')
    for (const none of [
      await search('usb', { stock: 'in' }),
      await search('usb', { page: 2 }),
      await search('BT-10036'),
      await search('zzqx'),
    ]) {
      expect([none.robots, none.canonical]).toEqual(['noindex, follow', []])
    }
  })

  test(`search engines: a product's structured data in ${language} match the page, in its currency @wide`, async ({
    page,
    context,
  }) => {
    await openFirstProduct(page, language)
    const path = new URL(page.url()).pathname
    const offers = async () => {
      const { of } = await read(page, path)
      const product = of('Product') as Data & { offers: Data }
      expect(product).toMatchObject({
        name: expect.any(String),
        sku: expect.any(String),
        brand: { '@type': 'Brand', name: expect.any(String) },
      })
      expect(product['image']).toEqual(expect.arrayContaining([expect.stringMatching(/^http.*\.webp$/)]))
      expect(product.offers).toMatchObject({
        url: expect.stringContaining(path),
        availability: expect.stringMatching(
          /^https:\/\/schema\.org\/(InStock|LimitedAvailability|BackOrder|OutOfStock)$/,
        ),
      })
      return product.offers
    }
    const own = await offers()
    expect(own['priceCurrency']).toBe(language === 'sv' ? 'SEK' : 'EUR')
    const shown = await priceIn(main(page)).first().innerText()
    const digits = shown.replace(/[^\d.,]/g, '').replace(',', '.')
    expect(Number(digits)).toBe(Number(own['price'] ?? own['lowPrice']))
    await context.addCookies([{ name: 'cid', value: '2', url: page.url() }])
    expect((await offers())['priceCurrency']).toBe('NOK')
  })

  test(`search engines: shop, search box, breadcrumbs and lists in ${language} follow schema.org @wide`, async ({
    page,
  }) => {
    const home = await read(page, href(language, 'home'))
    expect(home.of('Organization')).toMatchObject({
      name: brandOf(language),
      url: expect.stringMatching(/^http/),
      logo: expect.stringMatching(/^http/),
    })
    expect(home.of('WebSite')).toMatchObject({
      url: expect.stringContaining(href(language, 'home')),
      inLanguage: language,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: expect.stringMatching(/\?q=\{search_term_string\}$/) },
        'query-input': 'required name=search_term_string',
      },
    })
    const crumbs = (await read(page, await firstProduct(page, language))).of('BreadcrumbList')[
      'itemListElement'
    ] as Data[]
    expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, at) => at + 1))
    for (const crumb of crumbs) expect((await page.request.get(String(crumb['item']))).status()).toBe(200)
    const category = new URL(String(crumbs.at(-1)?.['item'])).pathname
    const list = (await read(page, `${category}?page=1`)).of('ItemList')
    const items = list['itemListElement'] as Data[]
    expect(items[0]).toMatchObject({
      '@type': 'ListItem',
      position: 1,
      url: expect.stringContaining(href(language, 'product', { slug: 'x' }).slice(0, -1)),
    })
    expect(list['numberOfItems']).toBeGreaterThanOrEqual(items.length)
  })
}

test('search engines: robots.txt leads to the sitemap, and every URL in it is a canonical page @wide', async ({
  page,
}) => {
  const robots = await (await page.request.get('/robots.txt')).text()
  const index = await (await page.request.get(/Sitemap: (\S+)/.exec(robots)?.[1] ?? '')).text()
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(files.length).toBeGreaterThanOrEqual(10)
  for (const file of files) {
    const answer = await page.request.get(file)
    expect(answer.headers()['content-type']).toBe('application/xml')
    const xml = await answer.text()
    expect(
      await page.evaluate(
        (text) => new DOMParser().parseFromString(text, 'text/xml').querySelector('parsererror')?.textContent,
        xml,
      ),
    ).toBeUndefined()
    const [first] = [...xml.matchAll(/<url><loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
    if (first === undefined) continue
    const found = await (await page.request.get(first)).text()
    expect(found).toContain(`<link rel="canonical" href="${first}">`)
  }
  expect((await page.request.get('/sitemap/en-products-999.xml')).status()).toBe(404)
})
