import { chromium, expect, test, type Page, type Request } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { wholeBrowser } from '../support/find-browser.ts'
import {
  cartLink,
  main,
  nextPage,
  pageHeading,
  pictures,
  productCards,
  productLink,
  searchBox,
  suggestions,
} from '../support/page-parts.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { openFirstCategory, openFirstProduct } from '../support/shopper.ts'
import { words } from '../support/words.ts'

const queryOf = (request: Request) => new URL(request.url()).searchParams.get('query') ?? ''

async function useKeys(page: Page, language: Language, word: string): Promise<void> {
  await searchBox(page).pressSequentially(word)
  await expect(suggestions(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(suggestions(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(suggestions(page).first()).toBeHidden()
  await searchBox(page).fill('')
  await searchBox(page).pressSequentially(word)
  await expect(suggestions(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${href(language, 'product', { slug: '*' })}`)
}

async function openVariant(page: Page, language: Language): Promise<void> {
  const asked = language === 'sv' ? 'tangentbord' : 'keyboard'
  const found = await page.request.get(`/api/products?locale=${language}&query=${asked}`)
  const { products }: { products: { sku: string; variations: { sku: string }[] }[] } = await found.json()
  const version = products.flatMap(({ variations }) => variations.at(-1) ?? [])[0]?.sku ?? ''
  await searchBox(page).fill(version)
  await suggestions(page).first().click()
  await expect(page).toHaveURL(/#variant-[a-z0-9-]+$/)
  const variant = main(page).locator('li:target')
  await expect(variant).toContainText(version)
  await expect(variant).toBeInViewport()
}

async function ignoreLateAnswer(page: Page, language: Language, word: string): Promise<void> {
  const all = words(language)('islands:search.all', { query: word })
  const { promise: newerIsShown, resolve: answerOlder } = Promise.withResolvers<void>()
  const isOlder = (request: Request) => queryOf(request) === 'zzqx'
  await page.route('**/api/products?**', async (route) => {
    if (isOlder(route.request())) await newerIsShown
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest((request) => request.url().includes('/api/products?') && isOlder(request))
  await searchBox(page).fill('zzqx')
  const older = await asked
  const ended = Promise.race([
    page.waitForEvent('requestfinished', (request) => request === older),
    page.waitForEvent('requestfailed', (request) => request === older),
  ])
  await searchBox(page).fill(word)
  await expect(suggestions(page).last()).toHaveText(all)
  await page.clock.install()
  answerOlder()
  await ended
  await page.clock.runFor(2_500)
  await expect(suggestions(page).last()).toHaveText(all)
}

for (const language of languages) {
  const text = words(language)
  const word = language === 'sv' ? 'batteri' : 'battery'

  test(
    `spec 4: in ${language} the search box suggests from two characters on: parts, categories and all results, or` +
      ' that no products were found [2.search-box.suggestions] [2.search-box.none] [8.no-hits]',
    async ({ page }) => {
      await page.goto(href(language, 'home'))
      await searchBox(page).fill('zzqx')
      await expect(page.getByText(text('islands:search.none', { query: 'zzqx' }))).toBeVisible()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/products')) asked.push(queryOf(request))
      })
      await searchBox(page).fill(` ${word} `)
      await expect(suggestions(page).last()).toHaveText(text('islands:search.all', { query: word }))
      const count = await suggestions(page).count()
      await expect(page.locator('search [aria-live]')).toHaveText(text('islands:search.count', { count }))
      await expect(suggestions(page).first()).toBeVisible()
      await page.clock.install()
      await searchBox(page).fill(' b ')
      await expect(suggestions(page)).toHaveCount(0)
      await page.clock.runFor(2_500)
      await page.evaluate(() => fetch('/healthz'))
      await expect(suggestions(page)).toHaveCount(0)
      expect(asked).toEqual([word])
    },
  )

  test(
    `spec 4: the search box in ${language} is used by keys, opens the variant that it matches and hints, ignores late` +
      ' answers, and Enter without a selection opens the results with q, also when quick [4.search.enter]',
    async ({ page }) => {
      await page.goto(href(language, 'home'))
      await test.step('arrow keys choose, Enter opens the product, Escape closes', () => useKeys(page, language, word))
      await test.step('a part opens with its fragment: its variant', () => openVariant(page, language))
      await test.step('hints are among the suggestions', async () => {
        const tip = { id: '1', hint: 'A tip', url: href(language, 'track-order'), url_title: 'Here' }
        await page.route('**/api/search-triggers?**', (route) => route.fulfill({ json: [tip] }))
        await searchBox(page).fill(word)
        await suggestions(page).filter({ hasText: 'A tip' }).click()
        await page.waitForURL(`**${tip.url}`)
        await page.unroute('**/api/search-triggers?**')
      })
      await test.step('quick Enter', async () => {
        await searchBox(page).fill(word)
        await searchBox(page).press('Enter')
        await expect(page).toHaveURL(new RegExp(`${href(language, 'search')}\\?q=${word}$`))
        await expect(productCards(page).first()).toBeVisible()
      })
      await test.step('a late answer to an older search', () => ignoreLateAnswer(page, language, word))
    },
  )

  test.describe(`pictures in ${language}`, () => {
    test('spec 2: a picture opens large, zooms, and the keys go through all of them', async ({ page }) => {
      await openFirstProduct(page, language)
      const name = await pageHeading(page).innerText()
      await pictures(page).first().click()
      const zoom = page.getByRole('dialog', { name })
      await expect(zoom).toBeVisible()
      const stage = zoom.getByRole('region', { name })
      const picture = stage.getByRole('img')
      await expect(picture).toHaveJSProperty('complete', true)
      const first = await picture.getAttribute('src')
      await stage.click({ position: { x: 60, y: 60 } })
      const wider = await stage.evaluate((element) => element.scrollWidth / element.clientWidth)
      expect(wider).toBeCloseTo(2, 1)
      await stage.click({ position: { x: 60, y: 60 } })
      if ((await pictures(page).count()) > 1) {
        await page.keyboard.press('ArrowRight')
        await expect(picture).not.toHaveAttribute('src', first ?? '')
        await zoom.getByRole('button', { name: text('product.previous_picture') }).click()
        await expect(picture).toHaveAttribute('src', first ?? '')
      }
      await page.keyboard.press('Escape')
      await expect(zoom).toBeHidden()
      await expect(pictures(page).first()).toBeFocused()
    })
  })

  test(
    `spec 2: a page of a list in ${language} starts at its grid, others at the top` +
      ' [2.navigation.top] [2.navigation.grid]',
    async ({ page }) => {
      await openFirstCategory(page, language)
      await nextPage(page).click()
      await expect(page).toHaveURL(/page=2#grid$/)
      await expect(page.locator('#grid')).toBeInViewport()
      const list = new URL(page.url())
      await page.goto('about:blank')
      await page.goto(`${list.pathname}${list.search}`)
      const gridTop = () => page.locator('#grid').evaluate((grid) => Math.round(grid.getBoundingClientRect().top))
      await expect.poll(gridTop).toBeLessThan(200)
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
      await page.goto(`${list.pathname}?sort=name`)
      await expect(page.locator('#grid')).toBeVisible()
      expect(await page.evaluate(() => scrollY)).toBe(0)
      const last = productLink(productCards(page)).last()
      const name = await last.innerText()
      await last.click()
      await expect(pageHeading(page)).toHaveText(name)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    },
  )
}

test.describe('prefetching', () => {
  const codeOfIslands = /\/_astro\/(react|shop|SearchBox|MiniCart)\.[^/]*\.js$/

  const prefetched = (page: Page) => page.locator('link[rel="prefetch"]')

  function watchRequests(page: Page): string[] {
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    return urls
  }

  test('fetches nothing without interaction; fetches island code once the page is used and idle', async ({ page }) => {
    await page.addInitScript(() => {
      // `page.evaluate` counts as a user's activation of the page.
      Object.defineProperty(Navigator.prototype, 'userActivation', { get: () => ({ hasBeenActive: false }) })
    })
    await openFirstProduct(page, 'en')
    await page.clock.install()
    const urls = watchRequests(page)
    await page.reload()
    await untilPageIdle(page)
    await page.clock.runFor(2_500)
    await page.evaluate(() => fetch('/healthz'))
    await page.clock.runFor(2_500)
    await page.evaluate(() => fetch('/healthz'))
    expect(urls.filter((url) => codeOfIslands.test(url))).toEqual([])
    await page.mouse.wheel(0, 10)
    await page.mouse.move(5, 5)
    await expect.poll(() => urls.filter((url) => codeOfIslands.test(url)).length).toBeGreaterThan(2)
  })

  test('spec 9: a hovered link is prefetched when idle, after at most 2000 ms [9.prefetch.idle]', async ({ page }) => {
    const urls = watchRequests(page)
    await openFirstCategory(page, 'en')
    await page.addInitScript(() => {
      const waiting: { run: IdleRequestCallback; timeout: number | undefined }[] = []
      Object.assign(window, { waiting })
      window.requestIdleCallback = (run, { timeout } = {}) => waiting.push({ run, timeout })
    })
    await page.reload()
    urls.length = 0
    const links = productLink(productCards(page))
    const address = await links.first().evaluate((element: HTMLAnchorElement) => element.href)
    await links.first().focus()
    await expect(prefetched(page), 'the browser has not been idle').toHaveCount(0)
    expect(urls).not.toContain(address)
    const timeouts = await page.evaluate(() => {
      const { waiting } = window as unknown as { waiting: { run: IdleRequestCallback; timeout: number | undefined }[] }
      for (const { run } of waiting) run({ didTimeout: true, timeRemaining: () => 0 })
      return waiting.map(({ timeout }) => timeout)
    })
    expect(timeouts).toEqual([2_000])
    await expect
      .poll(async () => {
        await links.nth(1).focus()
        await links.first().focus()
        return urls
      })
      .toContain(address)
    await cartLink(page).focus()
    expect(urls.some((url) => url.endsWith('/checkout'))).toBe(false)
  })

  for (const [name, connection] of [
    ['data saver', { saveData: true, effectiveType: '4g' }],
    ['2g', { saveData: false, effectiveType: 'slow-2g' }],
  ] as const) {
    test(`spec 9: with ${name} neither links nor code are prefetched [9.prefetch.saving]`, async ({ page }) => {
      await page.addInitScript(
        (value) => Object.defineProperty(Navigator.prototype, 'connection', { get: () => value }),
        connection,
      )
      const urls = watchRequests(page)
      await page.clock.install()
      await openFirstCategory(page, 'en')
      await untilPageIdle(page)
      const link = productLink(productCards(page)).first()
      await link.focus()
      await page.mouse.move(5, 5)
      await expect.poll(() => urls.some((url) => url.includes('/_astro/after-use.'))).toBe(true)
      await page.clock.runFor(2_500)
      await page.evaluate(() => fetch('/healthz'))
      await expect(prefetched(page)).toHaveCount(0)
      expect(urls).not.toContain(await link.evaluate((element: HTMLAnchorElement) => element.href))
      expect(urls.filter((url) => codeOfIslands.test(url))).toEqual([])
    })
  }
})

for (const language of languages) {
  test(
    `spec 2: in ${language} Back and Forward restore the last pages, but reload the checkout` +
      ' [2.layout.back] [9.page-cache]',
    async ({ baseURL }) => {
      const browser = await chromium.launch({ ...wholeBrowser, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
      try {
        const page = await browser.newPage({ baseURL: baseURL ?? '' })
        await openFirstCategory(page, language)
        await page.evaluate(() => Object.assign(window, { mark: 'kept' }))
        await page.goto((await productLink(productCards(page)).first().getAttribute('href')) ?? '')
        await page.evaluate(() => Object.assign(window, { mark: 'kept too' }))
        await page.goto(href(language, 'checkout-id'))
        await page.evaluate(() => Object.assign(window, { mark: 'checkout' }))
        const mark = () => page.evaluate((): unknown => Reflect.get(window, 'mark')).catch(() => 'on the way')
        for (const [go, shown] of [
          ['goBack', 'kept too'],
          ['goBack', 'kept'],
          ['goForward', 'kept too'],
          ['goForward', undefined],
        ] as const) {
          await page[go]({ waitUntil: 'commit' })
          await expect.poll(mark, { message: go }).toBe(shown)
        }
      } finally {
        await browser.close()
      }
    },
  )
}
