import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import type { TrackedEvent } from '../../src/features/tracking/events.ts'
import { apiPaths, href } from '../../src/routes.ts'
import { orderNumber, placeButton } from '../support/checkout-form.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { placeByForm } from '../support/order-by-form.ts'
import { buyButton, homeLink, toCheckout } from '../support/page-parts.ts'
import { untilPageIdle, untilScriptRan } from '../support/page-scripts.ts'
import { fillCheckout, openFirstProduct, orderableSku, person, placeOrder, reachCheckout } from '../support/shopper.ts'
import { words } from '../support/words.ts'

type Event<Name> = TrackedEvent & { event: Name }
const searchedFor: Record<Language, string> = { en: 'keyboard', sv: 'tangentbord' }

test.beforeEach(async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: '__consent', value: '31', url: baseURL ?? '' }])
})

async function told<Name extends TrackedEvent['event']>(page: Page, name: Name): Promise<Event<Name>[]> {
  const entries: TrackedEvent[] = await page.evaluate(() => JSON.parse(JSON.stringify(window.dataLayer ?? [])))
  return entries.filter((entry): entry is Event<Name> => entry?.event === name)
}

async function toldOnce<Name extends TrackedEvent['event']>(page: Page, name: Name): Promise<Event<Name>> {
  await expect.poll(() => told(page, name)).toHaveLength(1)
  const [event] = await told(page, name)
  if (!event) throw new Error(`${name} was not told.`)
  return event
}

/** Resolves once the page has told the events that it stands for, and those kept by earlier pages, in a lock. */
async function untilEventsTold(page: Page): Promise<void> {
  await untilPageIdle(page)
  await untilScriptRan(page, 'track-page')
  await page.waitForFunction(() =>
    navigator.locks.query().then(({ held, pending }) => held?.length === 0 && pending?.length === 0),
  )
}

const sumOf = (items: readonly { price: number; quantity: number }[]) =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

for (const language of languages) {
  test(`spec 4: from view_item to purchase in ${language} [4.tracked.shopping]`, async ({ page, context }) => {
    await openFirstProduct(page, language)
    const viewed = await toldOnce(page, 'view_item')
    await buyButton(page).click()
    const added = await toldOnce(page, 'add_to_cart')
    expect(added.ecommerce).toMatchObject({
      currency: language === 'sv' ? 'SEK' : 'EUR',
      items: [{ item_id: viewed.ecommerce.items[0]?.item_id, quantity: 1 }],
    })
    expect(added.ecommerce.value).toBe(viewed.ecommerce.value)

    await toCheckout(page).click()
    await expect(placeButton(page)).toBeVisible()
    await untilEventsTold(page)
    await fillCheckout(page, 'invoice')
    await placeOrder(page)
    const number = await orderNumber(page).innerText()
    const confirmation = page.url()
    await untilEventsTold(page)
    for (const name of ['begin_checkout', 'purchase'] as const)
      expect(await told(page, name), 'no tag runs here').toEqual([])

    await homeLink(page).click() // The next public page.
    await page.waitForURL(`**${href(language, 'home')}`)
    const { ecommerce: begun } = await toldOnce(page, 'begin_checkout')
    const { ecommerce } = await toldOnce(page, 'purchase')
    expect(sumOf(begun.items)).toBeCloseTo(begun.value, 2)
    expect(ecommerce).toMatchObject({ currency: begun.currency, country: 'SE', transaction_id: `#${number}` })
    expect(sumOf(ecommerce.items) + ecommerce.shipping).toBeCloseTo(ecommerce.value, 2)
    expect(ecommerce.tax / ecommerce.value).toBeCloseTo(0.25, 2)
    expect(await told(page, 'remove_from_cart')).toEqual([])
    expect(await page.evaluate(() => document.referrer)).toBe(`${new URL(confirmation).origin}/`)

    await page.reload()
    await untilEventsTold(page)
    const other = await context.newPage()
    for (const address of [confirmation, href(language, 'home')]) {
      await other.goto(address)
      await untilEventsTold(other)
      expect([await told(page, 'purchase'), await told(other, 'purchase')]).toEqual([[], []])
    }
  })

  test(`spec 4: search and categorySearch in ${language} [4.tracked.search]`, async ({ page }) => {
    await page.goto(href(language, 'search', {}, { q: searchedFor[language] }))
    expect(await toldOnce(page, 'search')).toMatchObject({ search_term: searchedFor[language] })
    const category = page
      .getByRole('navigation', { name: words(language)('search_results.categories') })
      .getByRole('link')
      .first()
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
    const name = await category.innerText()
    await category.click()
    expect(await toldOnce(page, 'categorySearch')).toMatchObject({ search_term: searchedFor[language], category: name })
  })

  test(`spec 4: a search that leads to the page of a device in ${language} is told once`, async ({ page }) => {
    const term = 'nordbok pro 14 g3'
    await page.goto(href(language, 'search', {}, { q: term, gclid: 'abc' }))
    await expect(page).toHaveURL(href(language, 'device', { slug: 'nordbok-pro-14-g3' }, { q: term, gclid: 'abc' }))
    expect(await toldOnce(page, 'search')).toMatchObject({ search_term: term })
    await page.goto(href(language, 'device', { slug: 'nordbok-pro-14-g3' }))
    await untilEventsTold(page)
    expect(await told(page, 'search')).toEqual([])
  })
}

for (const language of languages) {
  test(
    `spec 8: in ${language} a failing tag is ignored, and only an untracked purchase is reported` +
      ' [4.tracked.errors] [8.tracking]',
    async ({ page }) => {
      const reported: string[] = []
      page.on(
        'request',
        (request) =>
          new URL(request.url()).pathname === apiPaths.clientErrors && reported.push(request.postData() ?? ''),
      )
      await page.addInitScript(() => {
        const layer: Record<string, unknown>[] = []
        layer.push = (entry) => {
          if (entry && 'event' in entry) throw new Error('A tag fails.')
          return ((layer[layer.length] = entry), layer.length)
        }
        // Replaces the page's data layer.
        Object.defineProperty(window, 'dataLayer', { get: () => layer, set() {} })
      })
      await reachCheckout(page, language)
      await fillCheckout(page, 'invoice')
      expect(reported).toEqual([])
      await placeOrder(page)
      await expect(orderNumber(page)).toBeVisible()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('zp02:purchases'))).not.toBeNull()
      expect(reported).toEqual([])
      await page.goto(href(language, 'home'))
      await expect.poll(() => reported).toEqual([expect.stringContaining('could not be tracked')])
    },
  )
}

test('spec 4: tabs that show the confirmation at the same time send one purchase', async ({ page, context }) => {
  const lines = [{ sku: await orderableSku(page, 'en'), quantity: 1 }]
  const confirmation = await placeByForm(page.request, 'en', { lines, email: person.email, name: person.name })
  expect(confirmation).toContain('/confirmation/')
  const tabs = [page, await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto(confirmation)))
  await Promise.all(tabs.map((tab) => untilEventsTold(tab)))
  await Promise.all(tabs.map((tab) => tab.goto(href('en', 'home'))))
  await expect.poll(async () => (await Promise.all(tabs.map((tab) => told(tab, 'purchase')))).flat().length).toBe(1)
})

test.describe('with a tag manager', () => {
  const script = 'https://tags.example/container.js'
  let shop: EditorsShop
  test.beforeAll(async () => {
    shop = await startEditorsShop({ TAG_SCRIPT_URL: script })
  })
  test.afterAll(() => shop.stop())

  for (const language of languages) {
    test(`spec 4: in ${language} tags receive a purchase once, and no person, form or order link`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ baseURL: shop.origin })
      await context.addCookies([{ name: '__consent', value: '31', url: shop.origin }])
      const seen: string[] = []
      await context.route('https://tags.example/**', (route) => {
        const url = new URL(route.request().url())
        if (url.pathname === '/seen') seen.push(route.request().postData() ?? '')
        // Acts like a tag manager: reads the whole page, and what is pushed before and after.
        const spy = `
          const tell = () => {
            const layer = window.dataLayer.map((each) => each.event ? each : 0)
            const body = { at: location.href, from: document.referrer, title: document.title, layer }
            fetch('https://tags.example/seen', { method: 'POST', mode: 'no-cors', body: JSON.stringify(body) })
          }
          tell()
          const push = dataLayer.push.bind(dataLayer)
          dataLayer.push = (...all) => {
            const count = push(...all)
            tell()
            return count
          }`
        return route.fulfill({ contentType: 'text/javascript', body: spy })
      })
      const page = await context.newPage()
      await reachCheckout(page, language)
      const secret = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await fillCheckout(page, 'invoice')
      await placeOrder(page)
      const number = await orderNumber(page).innerText()
      await untilEventsTold(page)
      expect(seen.filter((each) => /"(?:purchase|begin_checkout)"/.test(each))).toEqual([])
      await homeLink(page).click()
      const purchases = () =>
        (JSON.parse(seen.at(-1) ?? '{"layer":[]}') as { layer: { event?: string }[] }).layer.filter(
          (each) => each.event === 'purchase',
        )
      await expect.poll(purchases).toMatchObject([{ event: 'purchase', ecommerce: { transaction_id: `#${number}` } }])
      await page.goto(href(language, 'search', {}, { q: searchedFor[language] }))
      await untilEventsTold(page)
      expect(await told(page, 'purchase')).toEqual([])
      await expect.poll(purchases).toEqual([])
      const all = seen.join('\n')
      expect(secret.length).toBeGreaterThan(20)
      for (const word of [secret, 'confirmation', person.email, person.name, person.line1, '/checkout'])
        expect(all).not.toContain(word)
      await context.close()
    })
  }
})
