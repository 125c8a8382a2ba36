import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { demoSettings } from '../../src/tools/demo/content/demo-settings.ts'
import { serveEditorsFrame, type EditorsFrame } from '../support/editors-frame.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { dealBanner, footer, pageHeading, pixelsBeside, root } from '../support/page-parts.ts'
import { objections } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

/** A separate shop, because the tests change what others would see. */
test.describe.configure({ mode: 'serial' })

let shop: EditorsShop
let editor: EditorsFrame
let stranger: EditorsFrame

test.beforeAll(async () => {
  editor = await serveEditorsFrame()
  stranger = await serveEditorsFrame()
  shop = await startEditorsShop({ PREVIEW_ORIGINS: editor.origin })
})

test.afterAll(async () => {
  editor.stop()
  stranger.stop()
  await shop.stop()
})

const aboutPath = (language: Language) => href(language, 'page', { slug: language === 'sv' ? 'om-oss' : 'about' })
const link = async (...args: string[]) => (await shop.content(['preview-link', ...args])).trim()

/** Puts a text by its file, for which the command needs no process of its own. */
async function put(which: string, language: Language, html: string, ...options: string[]): Promise<string> {
  const file = path.join(shop.dataFolder, 'put.html')
  writeFileSync(file, html)
  return shop.content(['put', ...which.split(' '), '--lang', language, file, ...options])
}

/** The markup of a page, asked for without the browser. */
async function markup(page: Page, address: string): Promise<string> {
  const answer = await page.request.get(shop.origin + address)
  expect(answer.status(), address).toBe(200)
  return answer.text()
}

/** Opens a page once its markup has a text. */
async function shows(page: Page, address: string, text: string, everyMs = 300): Promise<void> {
  await expect.poll(() => markup(page, address), { timeout: 40_000, intervals: [everyMs] }).toContain(text)
  await page.goto(shop.origin + address)
  await expect(page.getByText(text).first()).toBeVisible()
}

for (const language of languages) {
  test(`design, content: a widget and a page published by the command appear at once in ${language}`, async ({
    page,
  }) => {
    await markup(page, aboutPath(language))
    await shop.content(
      ['put', 'widget', 'store-message', '--lang', language, '-', '--publish'],
      `<p>Message number one of today, ${language}</p>`,
    )
    await shows(page, aboutPath(language), `Message number one of today, ${language}`)
    await put('page about', language, '<p>Rewritten text</p>', '--title', `Title ${language}`)
    expect(await markup(page, aboutPath(language))).not.toContain('Rewritten text')
    await shop.content(['publish', 'page', 'about', '--lang', language])
    await shows(page, aboutPath(language), 'Rewritten text')
    await expect(pageHeading(page)).toHaveText(`Title ${language}`)
  })

  test(`design, content: the running shop publishes on schedule in ${language}`, async ({ page }) => {
    const at = new Date(Date.now() + 20_000).toISOString()
    await put('widget store-message', language, `<p>From this second on, ${language}</p>`, '--at', at)
    await shows(page, aboutPath(language), `From this second on, ${language}`, 1_000)
    expect(Date.now()).toBeGreaterThan(Date.parse(at))
  })

  test(`design, preview: a draft in the real layout, labelled, private and expiring in ${language}`, async ({
    page,
  }) => {
    await put('page about', language, '<h2>Only a draft</h2>')
    const url = await link('page', 'about', '--lang', language, '--ex-vat')
    const answer = await page.goto(url)
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    const [, framedBy = ''] = /frame-ancestors ([^;]*);/.exec(answer?.headers()['content-security-policy'] ?? '') ?? []
    expect(framedBy.split(' ')).toEqual([shop.consoleOrigin, editor.origin])
    expect(answer?.headers()['x-frame-options']).toBeUndefined()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: words(language)('preview.label') })).toContainText(
      words(language)('preview.draft'),
    )
    await expect(root(page)).toHaveAttribute('data-vat', 'ex')
    await expect(page.getByText('Only a draft')).toBeVisible()
    await expect(footer(page)).toBeVisible()
    expect(await objections(page)).toEqual([])
    const wider = await pixelsBeside(page)
    expect(wider).toBeLessThanOrEqual(0)
  })

  test(`design, preview: a wrong, foreign or missing token is a missing page in ${language}`, async ({ page }) => {
    const token = new URL(await link('page', 'about', '--lang', language)).searchParams.get('token') ?? ''
    const other = languages.find((each) => each !== language) ?? language
    for (const address of [
      href(language, 'page-preview'),
      href(language, 'page-preview', {}, { token: `${token}x` }),
      href(other, 'page-preview', {}, { token }),
    ]) {
      const answer = await page.request.get(shop.origin + address)
      expect(answer.status(), address).toBe(404)
      expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    await page.goto(shop.origin + href(language, 'page-preview'))
    await expect(page.getByText(words(language)('error.not_found')).first()).toBeVisible()
  })
}

test('design, preview: covers widgets, products and deals', async ({ page }) => {
  const products = await page.request.get(`${shop.origin}/api/products?query=battery&locale=en`)
  const {
    products: [first],
  } = (await products.json()) as { products: { sku: string; name: string }[] }
  await page.goto(await link('product', first?.sku ?? '', '--lang', 'en'))
  await expect(pageHeading(page)).toContainText(first?.name ?? 'nothing')
  await put('widget footer-columns', 'en', '<div><h3>Fresh column</h3></div>')
  await page.goto(await link('widget', 'footer-columns', '--lang', 'en'))
  await expect(footer(page).getByText('Fresh column')).toBeVisible()
  // The footer is rendered once for many pages, but a draft's only for its preview.
  const address = new URL(await link('widget', 'footer-columns', '--lang', 'en'))
  for (const _ of [1, 2]) {
    const usual = await markup(page, href('en', 'track-order'))
    expect(usual).toContain('<footer')
    expect(usual).not.toContain('Fresh column')
    expect(await markup(page, address.pathname + address.search)).toMatch(/<footer.*Fresh column.*<\/footer>/s)
  }
  await page.goto(await link('deal', 'deal-of-the-week', '--lang', 'en'))
  await expect(dealBanner(page)).toBeVisible()
  await page.goto(await link('widget', 'home', '--lang', 'en'))
  await expect(pageHeading(page)).toHaveText(demoSettings.brand.home.title.en)
})

test("design, preview: an allowed editor's frame shows new text at once, sanitized", async ({ page }) => {
  const url = await link('page', 'about', '--lang', 'en')
  await page.goto(`${editor.origin}/?show=${encodeURIComponent(url)}`)
  await page.waitForFunction('window.ready === 1')
  await page.evaluate(
    `say({ type: 'preview-text', title: 'New <b>title</b>', ` +
      `html: '<h2>Typed just now</h2><img src=x onerror="parent.hurt=1">` +
      `<script>parent.hurt=1</' + 'script>' })`,
  )
  const inside = page.frameLocator('iframe')
  await expect(inside.getByText('Typed just now')).toBeVisible()
  await expect(inside.getByRole('heading', { level: 1 })).toHaveText('New <b>title</b>')
  await expect(inside.getByRole('main').locator('img')).toHaveCount(0)
  for (let count = 0; count < 20; count += 1)
    await page.evaluate(`say({ type: 'preview-text', html: '<p>Version ${count}</p>' })`)
  await expect(inside.getByText('Version 19')).toBeVisible()
  expect(await page.evaluate('window.hurt')).toBeUndefined()
})

test('design, preview: no other site may frame it or send it text', async ({ page }) => {
  const url = await link('page', 'about', '--lang', 'en')
  await page.goto(`${stranger.origin}/?show=${encodeURIComponent(url)}`)
  await expect.poll(() => page.frames().at(-1)?.url(), 'the browser refuses it').toBe('chrome-error://chromewebdata/')
  await page.goto(url)
  await page.evaluate(
    `dispatchEvent(new MessageEvent('message', { origin: '${stranger.origin}', ` +
      `data: { type: 'preview-text', title: 'Hurt' } }))`,
  )
  await expect(pageHeading(page)).not.toHaveText('Hurt')
  const home = await page.request.get(shop.origin + href('en', 'home'))
  expect(home.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(home.headers()['x-frame-options']).toBe('DENY')
})

test('editors: the command has output for people and programs, and reports errors', async () => {
  expect(await shop.content(['list'])).toMatch(/^KIND +ID +LANG +STATE/)
  const listed = JSON.parse(await shop.content(['list', '--json', '--lang', 'sv'])) as {
    kind: string
    id: string
    language: string
  }[]
  expect(listed).toContainEqual(
    expect.objectContaining({ kind: 'widget', id: 'cookie-alert', language: 'sv', state: 'published', shown: true }),
  )
  expect(await shop.content(['get', 'widget', 'home', '--lang', 'sv'])).toContain('<p>')
  const file = path.join(shop.dataFolder, 'put.html')
  writeFileSync(file, '<p>x</p>')
  for (const [args, sentence] of [
    [['put', 'widget', 'home', '--lang', 'sv', file, '--at', 'tomorrow'], 'is no moment'],
    [['put', 'widget', 'home', '--lang', 'sv', file, '--at', '2020-01-01T00:00:00Z'], 'has passed'],
    [['put', 'widget', 'nowhere', '--lang', 'sv', file], 'There is no widget "nowhere"'],
    [['get', 'page', 'about'], '--lang'],
    [['preview-link', 'page', 'nothing', '--lang', 'sv'], 'There is no page "nothing"'],
    [['frobnicate'], 'There is no command'],
  ] as const)
    await expect(shop.content(args)).rejects.toThrow(sentence)
})
