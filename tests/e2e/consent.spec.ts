import { expect, test, type Locator, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { consentSignals, onlyNecessary } from '../../src/domain/visitors/consent.ts'
import { href } from '../../src/routes.ts'
import { pixelsBeside } from '../support/page-parts.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { addToCart, openFirstCategory, openFirstProduct } from '../support/shopper.ts'
import { words } from '../support/words.ts'
import { answer, bar, settings, settingsButton } from './consent-bar.ts'

/** A click before hydration is replayed later, so the tick may appear with a delay. */
async function tick(toggle: Locator): Promise<void> {
  await toggle.click()
  await expect(toggle).toBeChecked()
}

async function storedConsent(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === '__consent')?.value
}

/** The data layer as plain values: a consent command is an arguments object, which is read as an object by position. */
async function dataLayer(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(() => JSON.parse(JSON.stringify(window.dataLayer ?? [])))
}

/**
 * Storage that spec section 4 ("Local persistence") names and that serves only the visitor: recently viewed products,
 * the experiment's variant, and a cart with its codes, which only exist once something was added. Everything else is
 * optional.
 */
const whileLooking = /^(local zp02:history|session zp02:experiment)$/
const withACart = /^(local zp02:(history|cart)|session zp02:(experiment|discount))$/
const necessaryCookies = /^(__consent|cid|cuc|cc|locale)$/
const clickId = 'click-of-an-advert'

const storedTexts = (page: Page) =>
  page.evaluate(() => [
    ...Object.entries({ ...localStorage }).map(([key, text]) => [`local ${key}`, String(text)] as const),
    ...Object.entries({ ...sessionStorage }).map(([key, text]) => [`session ${key}`, String(text)] as const),
  ])

/** Everything stored beyond the allowed keys and cookies, and every value that contains the click id. */
async function optionalThings(page: Page, allowed: RegExp): Promise<string[]> {
  const kept = (await storedTexts(page)).filter(([key, text]) => !allowed.test(key) || text.includes(clickId))
  const cookies = (await page.context().cookies()).filter(
    ({ name, value }) => !necessaryCookies.test(name) || value.includes(clickId),
  )
  return [...kept.map(([key]) => key), ...cookies.map(({ name }) => name)]
}

for (const language of languages) {
  const text = words(language)

  test.describe(`consent in ${language}`, () => {
    test(
      'spec 4: without a stored consent the bar asks, with the text of the cookie-alert widget' +
        ' [4.consent.asks] [4.consent.widget] [2.layout.consent]',
      async ({ page, request }) => {
        await page.goto(href(language, 'home'))
        await expect(bar(page)).toBeVisible()
        const { content } = await (await request.get(`/api/widget-by-slug/cookie-alert?locale=${language}`)).json()
        const said = await page.evaluate(
          (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent,
          content,
        )
        await expect(bar(page)).toContainText(said ?? '')
      },
    )

    test(
      'spec 4: refusing is as easy as allowing, and both hide the bar permanently' +
        ' [4.consent.stored] [4.consent.allow-all]',
      async ({ page }) => {
        for (const [key, value] of [
          ['only_necessary', '1'],
          ['all', '31'],
        ] as const) {
          await page.context().clearCookies()
          await openFirstProduct(page, language)
          const [refuse, allow] = [answer(page, language, 'only_necessary'), answer(page, language, 'all')]
          const look = (button: typeof allow) =>
            button.evaluate((element) => [
              element.className,
              getComputedStyle(element).backgroundColor,
              element.clientHeight,
            ])
          expect(await look(refuse)).toEqual(await look(allow))
          await answer(page, language, key).click()
          await expect(bar(page)).toBeHidden()
          await expect.poll(() => storedConsent(page)).toBe(value)
          await page.reload()
          await expect(bar(page)).toBeHidden()
        }
      },
    )

    test('spec 4: chosen toggles are saved, and changed from the footer of every page [4.consent.toggles]', async ({
      page,
    }) => {
      await page.goto(href(language, 'home'))
      await bar(page)
        .getByRole('button', { name: text('consent.settings') })
        .click()
      await tick(settings(page).getByLabel(text('islands:consent.personalization')))
      await settings(page)
        .getByRole('button', { name: text('islands:consent.save') })
        .click()
      await expect(settings(page)).toBeHidden()
      await expect(bar(page)).toBeHidden()
      expect(await storedConsent(page)).toBe('25')

      await page.goto(href(language, 'track-order'))
      await settingsButton(page).click()
      await expect(settings(page).getByLabel(text('islands:consent.personalization'))).toBeChecked()
      await expect(settings(page).getByLabel(text('islands:consent.analytics'))).not.toBeChecked()
      await expect(settings(page).getByLabel(text('islands:consent.necessary'))).toBeDisabled()
      await settings(page)
        .getByRole('button', { name: text('islands:consent.only_necessary') })
        .click()
      await expect.poll(() => storedConsent(page)).toBe('1')
    })

    test('spec 4: nothing optional is stored or fetched before consent, after a refusal, or from an advert', async ({
      page,
      baseURL,
    }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
      const land = () => page.goto(`${href(language, 'home')}?gclid=${clickId}&utm_source=mail&utm_campaign=${clickId}`)
      for (const isRefused of [false, true]) {
        for (const open of [land, openFirstCategory, openFirstProduct]) {
          await open(page, language)
          await untilPageIdle(page)
          if (isRefused && (await bar(page).isVisible())) await answer(page, language, 'only_necessary').click()
          expect(await optionalThings(page, whileLooking)).toEqual([])
        }
        expect((await dataLayer(page)).filter((entry) => 'event' in entry)).toEqual([])
      }
      const own = (line: string) => line.startsWith(`GET ${baseURL}/`) && !/track-page|forget-optional/.test(line)
      expect(asked.filter((line) => !own(line))).toEqual([])

      await Promise.all([page.waitForResponse('**/api/sync-cart?**'), addToCart(page, language)])
      expect((await storedTexts(page)).map(([key]) => key)).toContain('local zp02:cart')
      expect(await optionalThings(page, withACart)).toEqual([])
      expect(asked.filter((line) => line.startsWith('POST') && line.includes(clickId))).toEqual([])
    })
  })
}

test('the bar is early in the tab order and covers no focused element', async ({ page }) => {
  await openFirstProduct(page, 'en')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.consent-bar') !== null)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  for (const control of ['.buy-box [data-add-to-cart]', '.site-footer [data-open-consent]']) {
    await page.locator(control).focus()
    const [focused, cover] = [await page.locator(control).boundingBox(), await bar(page).boundingBox()]
    expect(focused && cover && focused.y + focused.height <= cover.y, control).toBe(true)
  }
})

test('the bar causes no layout shift, and fits 320 px and 400 % zoom', async ({ page }) => {
  await page.addInitScript(() =>
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        Reflect.set(
          window,
          'shifted',
          Number(Reflect.get(window, 'shifted') ?? 0) + Number(Reflect.get(shift, 'value')),
        )
    }).observe({ type: 'layout-shift', buffered: true }),
  )
  for (const size of [
    { width: 320, height: 640 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(href('sv', 'home'))
    await expect(answer(page, 'sv', 'all')).toBeInViewport()
    expect(await pixelsBeside(page)).toBeLessThanOrEqual(0)
    await untilPageIdle(page)
    expect(await page.evaluate(() => Reflect.get(window, 'shifted') ?? 0)).toBe(0)
  }
})

test('spec 4: if cookies are disabled, nothing is shown [4.consent.disabled]', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }))
  await page.goto(href('en', 'home'))
  await untilPageIdle(page)
  await expect(bar(page)).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('no question is shown and nothing can be changed', async ({ page }) => {
    await page.goto(href('en', 'home'))
    await expect(bar(page)).toBeHidden()
    await expect(settingsButton(page)).toBeHidden()
  })
})

test(
  'Escape closes the settings without saving; a choice made on a later page applies to the page restored by Back, is' +
    ' signalled after the default denial, and an invalid cookie asks again',
  async ({ page, baseURL }) => {
    await page.goto(href('en', 'home'))
    const opener = bar(page).getByRole('button', { name: words('en')('consent.settings') })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(settings(page)).toBeVisible()
    await tick(settings(page).getByLabel('Statistics'))
    await page.keyboard.press('Escape')
    await expect(settings(page)).toBeHidden()
    await expect(opener).toBeFocused()
    expect(await storedConsent(page)).toBeUndefined()
    await page.keyboard.press('Enter')
    await expect(settings(page).getByLabel('Statistics')).not.toBeChecked()

    await page.goto(href('en', 'track-order'))
    await answer(page, 'en', 'only_necessary').click()
    await expect.poll(() => storedConsent(page)).toBe('1')
    await page.goBack()
    await expect(bar(page)).toBeHidden()

    const keep = (value: string) => page.context().addCookies([{ name: '__consent', value, url: baseURL ?? '' }])
    await keep('5')
    await page.reload()
    await expect
      .poll(async () => (await dataLayer(page)).slice(0, 2))
      .toEqual([
        { 0: 'consent', 1: 'default', 2: consentSignals(onlyNecessary) },
        { 0: 'consent', 1: 'update', 2: consentSignals(5) },
      ])
    await expect(bar(page)).toBeHidden()
    await keep('30')
    await page.reload()
    await expect(bar(page)).toBeVisible()
  },
)
