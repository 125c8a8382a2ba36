import { expect, test, type Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import { href, matchScreen } from '../../src/routes.ts'
import { root } from '../support/page-parts.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { firstCategory, openFirstCategory, openFirstProduct } from '../support/shopper.ts'

test('a missing page is a 404 in its language', async ({ page }) => {
  for (const path of [
    '/sv/finns-inte',
    '/sv/category/batterier',
    '/en/kategori/batteries',
    '/en/product/none',
    '/en/brand/none',
    '/xx',
  ]) {
    expect((await page.request.get(path, { headers: { Accept: 'text/html' } })).status(), path).toBe(404)
  }
  await page.goto(href('en', 'page', { slug: 'nowhere' }))
  await expect(page.getByText('This page could not be found')).toBeVisible()
})

test('unknown sorts, facets and regions show the plain listing; a page beyond the last is a 404', async ({ page }) => {
  const path = await firstCategory(page, 'en')
  const read = (query: string) => page.request.get(`${path}?${query}`, { headers: { Accept: 'text/html' } })
  for (const query of [
    'sort=x',
    'page=abc',
    'page=-1',
    'filter=%00',
    'filter=a',
    'brand=%27',
    'device=none',
    'cid=999',
    'cc=ZZ',
    'locale=xx',
  ]) {
    const reply = await read(query)
    expect(reply.status(), query).toBe(200)
    expect(await reply.text(), query).toContain('<li class="product-card')
  }
  expect((await read('page=9999')).status()).toBe(404)
})

test('the language switcher and hreflang lead to the same page', async ({ page }) => {
  for (const open of [openFirstCategory, openFirstProduct]) {
    await open(page, 'en')
    const swedish = await alternate(page, 'sv')
    expect((await page.goto(swedish))?.status()).toBe(200)
    expect(await alternate(page, 'en')).toContain('/en/')
    await expect(root(page)).toHaveAttribute('lang', 'sv')
  }
})

async function alternate(page: Page, language: Language): Promise<string> {
  const address = await page.locator(`link[rel="alternate"][hreflang="${language}"]`).getAttribute('href')
  const path = new URL(address ?? '').pathname
  expect(matchScreen(path)?.language).toBe(language)
  return path
}

test('no React runs before a shopper interacts', async ({ page }) => {
  await openFirstProduct(page, 'en')
  await untilPageIdle(page)
  const ran = await page.evaluate(() => Object.keys(window).some((key) => key.toLowerCase().includes('react')))
  expect(ran).toBe(false)
  expect(await page.locator('astro-island[ssr]').count()).toBeGreaterThan(0)
})
