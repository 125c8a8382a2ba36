import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { apiPaths, href, type Screen } from '../../src/routes.ts'
import { demoSettings } from '../../src/tools/demo/content/demo-settings.ts'
import { demoLocale } from '../../src/tools/demo/content/demo-settings.ts'
import { orderedLines } from '../support/checkout-form.ts'
import { startEditorsShop } from '../support/editors-shop.ts'
import {
  addButton,
  buyButton,
  cartLink,
  main,
  orderableCards,
  pageHeading,
  partNumber,
  root,
} from '../support/page-parts.ts'
import { startsNavigation } from '../support/page-scripts.ts'
import { openFirstCategory, openFirstProduct } from '../support/shopper.ts'
import { losses, objections } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

/** A drawing without a text; the heading says what it means. */
const errorIcon = (page: Page) => main(page).locator('.error-view svg')

for (const language of languages) {
  const text = words(language)

  test(
    `spec 8: in ${language} an error is a page with icon, its public message or a reference, and status; a failing` +
      ' deal is left out [2.navigation.error-page] [8.middleware] [8.route-error] [8.deal-fetch]' +
      ' [7.current-deal.errors]',
    async ({ page }) => {
      test.setTimeout(90_000)
      const shop = await startEditorsShop({ PAGE_MIDDLEWARE: 'withdrawal=unheard-of track-order=account' })
      const visit = (screen: Screen, slug?: string) => page.goto(shop.origin + href(language, screen, { slug }))
      const drop = (table: string) => {
        const database = new DatabaseSync(path.join(shop.dataFolder, 'shop.db'), { timeout: 10_000 })
        database.exec(`drop table ${table}`)
        database.close()
      }
      const expectFailure = async (status: number | undefined, unsaid: RegExp) => {
        expect(status).toBe(500)
        await expect(root(page)).toHaveAttribute('lang', language)
        await expect(pageHeading(page)).toHaveText(text('error.failed'))
        await expect(errorIcon(page)).toBeVisible()
        await expect(
          main(page).getByText(new RegExp(`${text('error.reference', { id: '' })}[0-9a-f-]{36}`)),
        ).toBeVisible()
        expect(await page.content()).not.toMatch(unsaid)
      }
      try {
        drop('deals')
        expect((await visit('home'))?.status()).toBe(200)
        await expect(pageHeading(page)).toHaveText(demoSettings.brand.home.title[language])
        await expect(page.locator('.deal-banner')).toHaveCount(0)
        await expect(page.getByRole('alert')).toHaveCount(0)
        expect((await visit('withdrawal'))?.status()).toBe(500)
        const said = language === 'en' ? 'Unknown middleware unheard-of' : 'Okänd middleware unheard-of'
        await expect(pageHeading(page)).toHaveText(said)
        await expect(page).toHaveTitle(new RegExp(said))
        await expect(errorIcon(page)).toBeVisible()
        await visit('track-order')
        await expect(page).toHaveURL(shop.origin + href(language, 'login', {}, { next: href(language, 'track-order') }))
        expect((await page.request.get(`${shop.origin}/${language}/..%2ftrack-order`)).status()).toBe(400)
        drop('sessions')
        await page.setExtraHTTPHeaders({ Authorization: `Bearer ${'x'.repeat(43)}` })
        await expectFailure((await visit('my-order'))?.status(), /no such table|SQLITE/i)
        drop('product_texts')
        await expectFailure((await visit('product', 'anything'))?.status(), /product_texts|no such table|SQLITE/i)
        expect([...(await objections(page)), ...(await losses(page))]).toEqual([])
      } finally {
        await shop.stop()
      }
    },
  )

  test(
    `spec 8: in ${language} an uncaught error is posted to the shop with the caller's parameters, and a code chunk` +
      ' that fails to load reloads the page, once a minute' +
      ' [8.client-error] [7.request.parameters] [2.navigation.chunk] [8.chunk]',
    async ({ page, context, baseURL }) => {
      await context.addCookies([
        { name: 'cc', value: 'DE', url: baseURL ?? '' },
        { name: 'cid', value: '4', url: baseURL ?? '' },
      ])
      await openFirstProduct(page, language)
      await page.evaluate(() => localStorage.setItem('zp02:auth', JSON.stringify({ user: { id: 'customer-1' } })))
      const posted = page.waitForRequest(`**${apiPaths.clientErrors}?**`)
      await page.evaluate(
        () =>
          void setTimeout(() => {
            throw new Error('Nobody caught this')
          }),
      )
      const sid = String(demoLocale(language).storeID)
      expect(Object.fromEntries(new URL((await posted).url()).searchParams)).toEqual({
        locale: language,
        sid,
        cc: 'DE',
        cid: '4',
        uid: 'customer-1',
      })
      expect((await posted).postDataJSON()).toMatchObject({
        error: 'Nobody caught this',
        level: 'error',
        url: page.url(),
        userAgent: expect.any(String),
        stack: expect.any(String),
      })
      await test.step('a failing chunk', () => reloadForChunks(page))
    },
  )
}

/** A code chunk that fails to load reloads the page, once a minute. */
async function reloadForChunks(page: Page): Promise<void> {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const fail = () =>
    new Promise<void>((resolve) => {
      addEventListener('unhandledrejection', () => resolve())
      void Promise.reject(new TypeError('Failed to fetch dynamically imported module: x'))
    })
  await Promise.all([page.waitForEvent('load'), page.evaluate(fail).catch(() => 'the page is left')])
  expect(loads).toBe(1)
  expect(await startsNavigation(page, fail)).toBe(false)
  await page.evaluate(() => sessionStorage.setItem('zp02:reloaded', String(Date.now() - 61_000)))
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => void dispatchEvent(new Event('vite:preloadError'))),
  ])
  expect(loads).toBe(2)
}

for (const language of languages) {
  test(
    `spec 2: an unknown route shows in ${language} that the page could not be found` +
      ' [2.unknown-route] [8.unknown-route]',
    async ({ page }) => {
      const answer = await page.goto(href(language, 'page', { slug: 'nowhere/at/all' }))
      expect(answer?.status()).toBe(404)
      const said = language === 'en' ? 'This page could not be found' : 'Sidan kunde inte hittas'
      await expect(pageHeading(page)).toHaveText(said)
      await expect(errorIcon(page)).toBeVisible()
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    },
  )

  test(`a missing page and a search without hits in ${language} link to search, finder and contact`, async ({
    page,
  }) => {
    for (const path of [
      href(language, 'product', { slug: 'no-such_battery-42' }),
      href(language, 'search', {}, { q: 'zzqx' }),
    ]) {
      await page.goto(path)
      await expect(main(page).getByRole('search').getByRole('textbox')).toHaveValue(
        path.includes('zzqx') ? 'zzqx' : 'no such battery 42',
      )
      const brands = main(page).getByRole('combobox', { name: words(language)('finder.brand') })
      await expect(brands.getByRole('option').nth(1)).toBeAttached()
      await expect(main(page).getByRole('navigation').getByRole('link').nth(3)).toBeVisible()
      await main(page)
        .getByRole('link', { name: words(language)('go_on.contact') })
        .click()
      await expect(page).toHaveURL(new RegExp(language === 'sv' ? '/sv/kontakt$' : '/en/contact$'))
      await expect(pageHeading(page)).toBeVisible()
    }
  })
}

test('an invalid discount path is the missing page in the visitor’s language', async ({ request }) => {
  for (const [path, locale] of [
    ['/rabatt', 'sv'],
    ['/rabatt/a/b/CODE', 'en'],
  ] as const) {
    const answer = await request.get(path, { headers: { Accept: 'text/html', Cookie: `locale=${locale}` } })
    expect(answer.status(), path).toBe(404)
    const html = await answer.text()
    expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1], path).toBe(words(locale)('error.not_found'))
    expect(html, path).toMatch(new RegExp(`<html[^>]* lang="${locale}"`))
  }
})

test(
  'confirmation and failed without an order lead to the available page' +
    ' [2.route.checkout-confirmation] [2.route.checkout-failed]',
  async ({ request }) => {
    const led = async (path: string) => {
      const answer = await request.get(path)
      return [answer.status(), new URL(answer.url()).pathname]
    }
    expect(await led(href('en', 'checkout-confirmation'))).toEqual([200, '/en/track-order'])
    expect(await led(href('sv', 'checkout-failed'))).toEqual([200, '/sv/checkout'])
  },
)

test('spec 8: a missing chunk of an island reloads the page', async ({ page }) => {
  await openFirstProduct(page, 'en')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await Promise.all([page.waitForEvent('load'), cartLink(page).click()])
  await page.unroute('**/_astro/*.js')
})

test('spec 8: offline nothing is reloaded', async ({ page, context }) => {
  await openFirstProduct(page, 'en')
  await context.setOffline(true)
  expect(await startsNavigation(page, () => void dispatchEvent(new Event('vite:preloadError')))).toBe(false)
  await expect(buyButton(page)).toBeVisible()
})

test('spec 8: a part can be bought from its card when the code of the cart is missing', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('zp02:reloaded', String(Date.now())))
  await page.route(/\/_astro\/(?!page|ShopLayout)[^/]+\.js/, (route) => route.abort())
  await openFirstCategory(page, 'en')
  const card = orderableCards(page).first()
  const number = await partNumber(card).innerText()
  await addButton(card).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(main(page)).toContainText(number)
})

test('without a network a part waits on its page and is in the checkout once there is one', async ({
  page,
  context,
}) => {
  await openFirstProduct(page, 'sv')
  const { href: before } = new URL(page.url())
  await context.setOffline(true)
  await buyButton(page).click()
  await expect(page.getByText(words('sv')('islands:cart.offline'))).toBeVisible()
  expect(page.url()).toBe(before)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/sv\/checkout\b/)
  await expect(orderedLines(page)).toHaveCount(1)
})
