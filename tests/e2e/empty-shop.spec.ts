import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { href } from '../../src/routes.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { demoTrace, otherShop } from '../support/other-shop.ts'

const root = path.resolve(import.meta.dirname, '../..')
// One shop for both tests.
test.describe.configure({ mode: 'default' })
let shop: EditorsShop

test.beforeAll(async () => {
  shop = await startEditorsShop({ SANDBOX_PAYMENTS: '0' }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'shop-empty-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const answers = path.join(folder, 'answers.json')
    writeFileSync(answers, JSON.stringify(otherShop))
    const { DATABASE_URL: _unused, ...inherited } = process.env
    const env = { ...inherited, SHOP_DATA: folder, ORIGIN: 'http://127.0.0.1' }
    execFileSync(process.execPath, ['src/tools/shop.ts', 'init', '--file', answers], { cwd: root, env, stdio: 'pipe' })
    return path.join(folder, 'shop.db')
  })
})
test.afterAll(() => shop.stop())

test('every link of a shop without products leads to a page that names the shop and not the demo @wide', async ({
  request,
}) => {
  const left = [href('sv', 'home'), href('en', 'home'), href('sv', 'search', {}, { q: 'batteri' })]
  left.push(href('sv', 'find-parts'), href('en', 'guides'), href('sv', 'checkout-id'), '/robots.txt', '/sitemap.xml')
  const seen = new Set(left)
  const found: string[] = []
  for (let at = left.shift(); at !== undefined; at = left.shift()) {
    const answer = await request.get(shop.origin + at)
    const body = await answer.text()
    const trace = demoTrace(body)
    if (!answer.ok() || trace !== undefined) found.push(`${at}: ${answer.status()} ${trace ?? ''}`)
    if (body.startsWith('<!') && !body.includes('Kretsen i Boden AB')) found.push(`${at} does not name the company`)
    for (const [, address = ''] of body.matchAll(/<a [^>]*href="(\/(?:sv|en)[^"#]*)"/g)) {
      const next = address.replaceAll('&amp;', '&')
      if (!seen.has(next) && !next.includes('?')) left.push(next)
      seen.add(next)
    }
  }
  expect(found).toEqual([])
  expect(seen.size).toBeGreaterThan(20)
  const missing = await request.get(`${shop.origin}/sv/finns-inte`)
  expect([missing.status(), demoTrace(await missing.text())]).toEqual([404, undefined])
})

test('home has no empty headings, and terms say that they are being written until they are published @wide', async ({
  page,
}) => {
  await page.goto(shop.origin + href('sv', 'home'))
  await expect(page.locator('main :is(h1, h2, h3):visible')).toHaveCount(1)
  await expect(page.locator('.main-menu .parts')).toBeHidden()
  await expect(page.locator('main')).toContainText('på väg ut på hyllorna')
  await page.locator('.site-footer .columns a', { hasText: 'Köpvillkor' }).click()
  await expect(page.locator('h1')).toHaveText('Köpvillkor')
  await expect(page.locator('main')).toContainText('håller på att skrivas')
  await expect(page.locator('main')).toContainText('Kungsgatan 7')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await shop.content(['publish', 'page', 'terms'])
  await expect
    .poll(async () => (await page.reload(), page.locator('main').textContent()))
    .toContain('Du handlar av Kretsen i Boden AB, 556016-0680.')
})
