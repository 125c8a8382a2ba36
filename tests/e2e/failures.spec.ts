import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/locales.ts'
import { href } from '../../src/routes.ts'
import { startEditorsShop } from '../support/editors-shop.ts'
import { openFirstProduct } from '../support/shopper.ts'
import { words } from '../support/words.ts'

test('spec 8: a page that fails has an icon, a safe message and a reference, whatever fails', async ({ page }) => {
  const shop = await startEditorsShop()
  try {
    const database = new DatabaseSync(path.join(shop.dataFolder, 'shop.db'))
    database.exec('drop table product_texts')
    database.close()
    for (const language of languages) {
      const text = words(language)
      const answer = await page.goto(shop.origin + href(language, 'product', { slug: 'anything' }))
      expect(answer?.status()).toBe(500)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('error.failed'))
      await expect(page.locator('.error-view svg')).toBeVisible()
      await expect(page.locator('.reference')).toHaveText(new RegExp(`${text('error.reference', { id: '' })}[0-9a-f-]{36}`))
      expect(await page.content()).not.toMatch(/product_texts|no such table|SQLITE/i)
    }
  } finally {
    await shop.stop()
  }
})

for (const language of languages) {
  test(`spec 2: an unknown route says that the page could not be found in ${language}`, async ({ page }) => {
    const answer = await page.goto(href(language, 'page', { slug: 'nowhere/at/all' }))
    expect(answer?.status()).toBe(404)
    const said = language === 'en' ? 'This page could not be found' : 'Sidan kunde inte hittas'
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(said)
    await expect(page.locator('.error-view svg')).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  })
}

test('spec 8: a code chunk that fails to load reloads the page, once a minute', async ({ page }) => {
  await openFirstProduct(page, 'en')
  let loads = 0
  page.on('load', () => { loads += 1 })
  const fail = () => page.evaluate(() => void Promise.reject(new TypeError('Failed to fetch dynamically imported module: x')))
  await Promise.all([page.waitForEvent('load'), fail()])
  expect(loads).toBe(1)
  await fail()
  await page.waitForTimeout(500)
  expect(loads).toBe(1)
  await page.evaluate(() => sessionStorage.setItem('zp02:reloaded', String(Date.now() - 61_000)))
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => void dispatchEvent(new Event('vite:preloadError')))])
  expect(loads).toBe(2)
})

test('spec 8: a piece of an island that is gone reloads the page', async ({ page }) => {
  await openFirstProduct(page, 'en')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await Promise.all([page.waitForEvent('load'), page.locator('[data-open-cart]').first().click()])
  await page.unroute('**/_astro/*.js')
})

test('spec 8: offline nothing is reloaded', async ({ page, context }) => {
  await openFirstProduct(page, 'en')
  await context.setOffline(true)
  await page.evaluate(() => void dispatchEvent(new Event('vite:preloadError')))
  await page.waitForTimeout(300)
  await expect(page.locator('.buy-box')).toBeVisible()
})
