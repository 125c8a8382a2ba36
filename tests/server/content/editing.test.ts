import { describe, expect, test } from 'vitest'
import { redirectIfMoved } from '../../../src/server/catalog/categories/redirect-if-moved.ts'
import type { ContentItem } from '../../../src/server/content/content-item.ts'
import { contentPage } from '../../../src/server/content/content-page.ts'
import { listContent } from '../../../src/server/content/list-content.ts'
import { publish, publishDue } from '../../../src/server/content/publish.ts'
import { renamePage, savePage } from '../../../src/server/content/save-page.ts'
import { saveWidget } from '../../../src/server/content/save-widget.ts'
import { widget } from '../../../src/server/content/widgets.ts'
import { createShop } from '../../../src/server/create-shop.ts'
import { followInvalidations } from '../../../src/server/jobs/follow-invalidations.ts'
import { missing } from '../../../src/server/platform/http/pages/page-result.ts'
import { setResponse } from '../../../src/server/platform/http/pages/set-response.ts'
import { type Shop } from '../../../src/server/shop.ts'
import { homePage } from '../../../src/server/storefront/home-page.ts'
import { layoutContent } from '../../../src/server/storefront/layout-content.ts'
import { defaultContext } from '../../support/default-context.ts'
import { silentLog, serveHttp } from '../../support/http-shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { freshShop } from '../../support/test-shop.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'

const message: ContentItem = { kind: 'widget', id: 'store-message', language: 'sv' }
const welcome: ContentItem = { kind: 'widget', id: 'home', language: 'sv' }
const about: ContentItem = { kind: 'page', id: 'about', language: 'en' }
const longText = '<p>Öppet hela sommaren, även på söndagar</p>'

/** Serves one page through the real page cache, as a page file would. */
async function serving(
  shop: Pick<Shop, 'now'> & Partial<Shop>,
  read: () => Promise<{
    text: string
    result: Parameters<typeof setResponse>[1]
    frame?: { changesAt: string | null }
  }>,
) {
  const ages: number[] = []
  const http = await serveHttp({
    now: () => shop.now().getTime(),
    render: async () => {
      const { text, result, frame = { changesAt: null } } = await read()
      const headers = new Headers({ 'Content-Type': 'text/html' })
      const set = ({ maxAge = 0, tags = [] }: { maxAge?: number; tags?: string[] }) => {
        ages.push(maxAge)
        headers.set('CDN-Cache-Control', `max-age=${maxAge}`)
        headers.set('Cache-Tag', tags.join(','))
      }
      setResponse(
        { response: {}, cache: { set }, locals: { shop } } as Parameters<typeof setResponse>[0],
        result,
        frame,
      )
      return new Response(text, { headers })
    },
  })
  return {
    ...http,
    ages,
    shown: async () => (await http.ask('/public/x')).text,
    rendered: () => http.cache.stats.rendered,
  }
}

const frameOf = (shop: Shop) => async () => {
  const frame = await layoutContent(shop, defaultContext('sv'))
  return { text: frame.content.widgets['store-message'].content, result: { status: 200, tags: [] }, frame }
}
const homeOf = (shop: Shop) => async () => {
  const result = await homePage(shop, swedish())
  return { text: result.page.intro, result }
}
const aboutOf = (shop: Shop) => async () => {
  const result = shownOf(await contentPage(shop, 'en', 'about-us'))
  if (!result) throw new Error('The page is missing.')
  return { text: result.page.html, result }
}

describe('design, content: an edit appears at once', () => {
  test.each([
    ['a widget of the frame', frameOf, message],
    ['a widget of the home page', homeOf, welcome],
    ['a content page', aboutOf, about],
  ] as const)('%s: the next request of a cached page shows the new text', async (_, read, item) => {
    let drop = (_tags: readonly string[]): void => {}
    await using shop = await freshShop({ seeded: true, now: movableClock().now, invalidate: (tags) => drop(tags) })
    await using page = await serving(shop, read(shop))
    drop = (tags) => page.cache.invalidate({ tags })
    const before = await page.shown()
    await page.shown()
    expect(page.rendered()).toBe(1)
    await (item.kind === 'widget'
      ? saveWidget(shop, item, { html: longText })
      : savePage(shop, item, { html: longText }))
    expect(await page.shown()).toBe(before)
    await publish(shop, item)
    expect(await page.shown()).toBe(longText)
    await page.shown()
    expect(page.rendered()).toBe(2)
  })

  test('another process shows it after reading the invalidations table', async () => {
    let drop = (_tags: readonly string[]): void => {}
    await using shop = await fixtureShop(movableClock())
    const other = await createShop(shop.env, { log: silentLog, now: shop.now, invalidate: (tags) => drop(tags) })
    await using page = await serving(other, frameOf(other))
    drop = (tags) => page.cache.invalidate({ tags })
    const follow = await followInvalidations(other)
    await page.shown()
    await saveWidget(shop, message, { html: longText })
    await publish(shop, message)
    await follow()
    expect(await page.shown()).toBe(longText)
    await other.close()
  })
})

describe('design, content: scheduled publishing', () => {
  test('the text changes at its second, and nothing is cached beyond it', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    await saveWidget(shop, message, { html: longText })
    await publish(shop, message, new Date(clock.now().getTime() + 600_000))
    const { content, changesAt } = await layoutContent(shop, defaultContext('sv'))
    expect(content.widgets['store-message'].content).toContain('summer')
    expect(changesAt).toBe('2026-06-15T12:10:00.000Z')
    await using page = await serving(shop, frameOf(shop))
    await page.shown()
    expect(page.ages).toEqual([600])
    clock.advance(599)
    expect(await page.shown()).toContain('summer')
    clock.advance(1)
    expect(await page.shown()).toBe(longText)
    expect(await widget(shop, 'en', 'store-message')).toMatchObject({ content: expect.stringContaining('summer') })
  })

  test('scheduling drops pages cached for longer', async () => {
    const dropped: string[] = []
    const clock = movableClock()
    await using shop = await freshShop({ seeded: true, now: clock.now, invalidate: (tags) => dropped.push(...tags) })
    await savePage(shop, about, { html: '<p>New</p>', title: 'News' })
    expect(dropped).toEqual([])
    await publish(shop, about, new Date(clock.now().getTime() + 60_000))
    expect(dropped).toEqual(['page:about'])
  })

  test('the job publishes what is due, once, and drops the pages', async () => {
    const dropped: string[] = []
    const clock = movableClock()
    await using shop = await freshShop({ seeded: true, now: clock.now, invalidate: (tags) => dropped.push(...tags) })
    await savePage(shop, about, { html: '<p>New</p>', title: 'News' })
    await publish(shop, about, new Date(clock.now().getTime() + 60_000))
    clock.advance(59)
    expect(await publishDue(shop)).toBe(0)
    clock.advance(1)
    expect(shownOf(await contentPage(shop, 'en', 'about-us'))?.page).toMatchObject({
      title: 'News',
      html: '<p>New</p>',
    })
    expect(await publishDue(shop)).toBe(1)
    expect(await publishDue(shop)).toBe(0)
    expect(shownOf(await contentPage(shop, 'en', 'about-us'))?.page).toMatchObject({
      title: 'News',
      html: '<p>New</p>',
    })
    expect(dropped).toEqual(['page:about', 'page:about'])
  })
})

describe('editing', () => {
  test('HTML is sanitized before it is saved, and a draft is not visible', async () => {
    await using shop = await fixtureShop()
    await saveWidget(shop, message, { html: `<p onclick=x()>Hi<script>x()</script></p>`, hidden: true })
    expect((await widget(shop, 'sv', 'store-message')).content).toContain('summer')
    await publish(shop, message)
    expect(await widget(shop, 'sv', 'store-message')).toEqual({ content: '<p>Hi</p>', hidden: true })
    const row = await shop.db
      .selectFrom('widgets')
      .selectAll()
      .where('slug', '=', 'store-message')
      .where('language', '=', 'sv')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ published: '<p>Hi</p>', draft: null, draft_hidden: null, publish_at: null })
  })

  test('a short store message is published and reported as visible', async () => {
    await using shop = await fixtureShop()
    await saveWidget(shop, message, { html: '<p>Idag stängt</p>', hidden: false })
    await publish(shop, message)
    expect((await layoutContent(shop, defaultContext('sv'))).content.widgets['store-message']).toEqual({
      content: '<p>Idag stängt</p>',
      hidden: false,
    })
    const listed = async () =>
      (await listContent(shop.db, shop.now())).find(({ id, language }) => id === 'store-message' && language === 'sv')
    expect(await listed()).toMatchObject({ state: 'published', shown: true })
    await saveWidget(shop, message, { hidden: true })
    await publish(shop, message)
    expect(await listed()).toMatchObject({ state: 'published', shown: false })
  })

  test('a widget without text is not published, now or later, unless it is hidden', async () => {
    await using shop = await fixtureShop()
    for (const html of ['<p>&nbsp;</p>', '', '<script>x()</script>']) {
      await saveWidget(shop, message, { html, hidden: false })
      await expect(publish(shop, message)).rejects.toThrow('shoppers would see nothing of it')
      await expect(publish(shop, message, new Date('2099-01-01'))).rejects.toThrow('shoppers would see nothing of it')
    }
    await saveWidget(shop, message, { hidden: true })
    await publish(shop, message)
    expect(await widget(shop, 'sv', 'store-message')).toEqual({ content: '', hidden: true })
  })

  test('a new page has a URL from its title and appears when it is published', async () => {
    await using shop = await fixtureShop()
    const page: ContentItem = { kind: 'page', id: 'opening', language: 'sv' }
    await expect(savePage(shop, page, { html: '<p>10–18</p>' })).rejects.toThrow('give it a title')
    await savePage(shop, page, { html: '<p>10–18</p>', title: 'Öppettider i sommar' })
    expect(shownOf(await contentPage(shop, 'sv', 'oppettider-i-sommar'))).toBeUndefined()
    await publish(shop, page)
    expect(shownOf(await contentPage(shop, 'sv', 'oppettider-i-sommar'))).toMatchObject({
      page: { title: 'Öppettider i sommar', html: '<p>10–18</p>', writtenIn: ['sv'], alternates: { en: '/en' } },
    })
    await expect(publish(shop, page)).rejects.toThrow('no draft')
  })

  test('a renamed page redirects its old URL, without chains', async () => {
    await using shop = await fixtureShop()
    await renamePage(shop, about, 'who-we-are')
    await renamePage(shop, about, 'company/about')
    expect(shownOf(await contentPage(shop, 'en', 'company/about'))?.page.title).toBe('About us')
    for (const old of ['/en/about-us', '/en/who-we-are', '/en/who-we-are/']) {
      expect((await redirectIfMoved(missing(), shop, old, '?a=1')).headers.get('Location')).toBe(
        '/en/company/about?a=1',
      )
    }
    await renamePage(shop, about, 'about-us')
    expect((await redirectIfMoved(missing(), shop, '/en/about-us')).status).toBe(404)
    expect((await redirectIfMoved(missing(), shop, '/en/company/about')).headers.get('Location')).toBe('/en/about-us')
  })

  test.each(['not-yet', 'checkout', 'product/x', 'Å', '', '../x'])('the URL %j is rejected', async (slug) => {
    await using shop = await fixtureShop()
    await expect(renamePage(shop, about, slug)).rejects.toMatchObject({ name: 'ContentError' })
  })

  test('unknown content cannot be edited', async () => {
    await using shop = await fixtureShop()
    await expect(saveWidget(shop, { ...message, id: 'nowhere' }, { html: 'x' })).rejects.toThrow(
      'The widgets are footer-columns',
    )
    await expect(publish(shop, { ...about, id: 'nothing' })).rejects.toThrow('There is no page "nothing" in en.')
  })
})
