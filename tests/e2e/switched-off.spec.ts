import { expect, test, type APIRequestContext } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'

let shop: EditorsShop

test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

const screens = ['excel-order', 'quick-order', 'guides', 'request'] as const

/** The status of the screens that can be switched off, and the links to them from pages that everybody sees. */
async function offered(request: APIRequestContext): Promise<{ statuses: number[]; links: string[] }> {
  const targets = languages.flatMap((language) => screens.map((screen) => href(language, screen)))
  const statuses: number[] = []
  for (const target of targets) statuses.push((await request.get(shop.origin + target, { maxRedirects: 0 })).status())
  const from = ['home', 'find-parts', 'search'] as const
  const pages = languages.flatMap((language) => [
    ...from.map((screen) => href(language, screen, {}, screen === 'search' ? { q: 'zzyzx quux' } : {})),
    href(language, 'find-parts', {}, { number: 'zzyzx-000' }),
    `/${language}/no-such-page`,
  ])
  const links: string[] = []
  for (const page of pages) {
    const html = await (await request.get(shop.origin + page)).text()
    for (const target of targets)
      if (new RegExp(`<(?:a|button|form)\\b[^>]*="${target}["?]`).test(html)) links.push(`${page} -> ${target}`)
  }
  return { statuses, links }
}

test('what an operator switches off has no page and no link, and comes back @wide', async ({ request }) => {
  const before = await offered(request)
  expect(before.statuses).toEqual([302, 200, 200, 200, 302, 200, 200, 200].map((each) => (each === 302 ? 303 : each)))
  expect(before.links.length).toBeGreaterThan(10)
  const names = ['features.excelOrder', 'features.guides', 'features.partRequests', 'features.experiments']
  await shop.settings('set', ...names.flatMap((name) => [name, 'false']))
  await expect.poll(async () => (await request.get(shop.origin + href('sv', 'guides'))).status()).toBe(404)
  const without = await offered(request)
  expect(without.statuses).toEqual(without.statuses.map(() => 404))
  expect(without.links).toEqual([])
  for (const screen of ['request', 'quick-order'] as const) {
    const sent = await request.post(shop.origin + href('en', screen), {
      form: { rows: 'A 1', action: 'check' },
      headers: { Origin: shop.origin },
    })
    expect([screen, sent.status()]).toEqual([screen, 404])
  }
  expect(await (await request.get(`${shop.origin}/sitemap.xml`)).text()).not.toContain('guides')
  await shop.settings('unset', ...names)
  await expect.poll(async () => (await request.get(shop.origin + href('sv', 'guides'))).status()).toBe(200)
  expect(await offered(request)).toEqual(before)
})
