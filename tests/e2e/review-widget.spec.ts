import { expect, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { untilPageIdle, untilScriptRan } from '../support/page-scripts.ts'
import { testWithShop } from '../support/test-with-shop.ts'

/** A shop whose owner configured an external review site. */
const reviews = 'https://reviews.example/our-shop'
const test = testWithShop({ REVIEW_WIDGET_URL: reviews })
test.describe.configure({ mode: 'default' })

/** Opens the start page with this consent; returns the requests to the other site. */
async function openWithConsent(
  page: Page,
  shop: EditorsShop,
  language: Language,
  consent: number | undefined,
): Promise<string[]> {
  const asked: string[] = []
  if (consent !== undefined)
    await page.context().addCookies([{ name: '__consent', value: String(consent), url: shop.origin }])
  await page.route('https://reviews.example/**', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Reviews</title><p>Five of five</p>' })
  })
  await page.goto(href(language, 'home'))
  await untilPageIdle(page)
  await untilScriptRan(page, 'review-widget')
  return asked
}

/** Resolves in the frame after the page has been told that it was scrolled. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (y) =>
      new Promise<void>((resolve) => {
        addEventListener('scroll', () => requestAnimationFrame(() => resolve()), { once: true })
        window.scrollTo(0, y)
      }),
    top,
  )
}

for (const language of languages) {
  test(
    `spec 2: in ${language} it is loaded after scrolling past 400 px, with consent` +
      ' [2.layout.review] [9.review.scroll]',
    async ({ page, shop }) => {
      const asked = await openWithConsent(page, shop, language, 31)
      await scrollTo(page, 380)
      await expect(page.locator('iframe')).toHaveCount(0)
      expect(asked).toEqual([])
      await scrollTo(page, 440)
      await expect(page.frameLocator('.review-widget iframe').getByText('Five of five')).toBeAttached()
      expect(asked).toEqual([reviews])
    },
  )
}

test('spec 2: the reviews are loaded at once on a tall screen', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1200, height: 1600 })
  await openWithConsent(page, shop, 'en', 31)
  await expect(page.frameLocator('.review-widget iframe').getByText('Five of five')).toBeAttached()
})

for (const consent of [undefined, 1]) {
  test(`no review is loaded ${consent ? 'after a refusal' : 'before consent'}`, async ({ page, shop }) => {
    const asked = await openWithConsent(page, shop, 'en', consent)
    await scrollTo(page, 900)
    await expect(page.locator('.review-widget')).toHaveCount(1)
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(asked).toEqual([])
  })
}
