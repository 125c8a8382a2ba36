import { describe, expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { GuideText } from '../../../src/domain/products/guides.ts'
import { redirectIfMoved } from '../../../src/server/catalog/categories/redirect-if-moved.ts'
import { devicePage } from '../../../src/server/catalog/devices/device-page.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { sitemapText } from '../../../src/server/catalog/sitemap/sitemap.ts'
import type { ContentItem } from '../../../src/server/content/content-item.ts'
import { guidePage } from '../../../src/server/content/guide-page.ts'
import { guidesPage } from '../../../src/server/content/guides-page.ts'
import { listContent } from '../../../src/server/content/list-content.ts'
import { previewLink } from '../../../src/server/content/preview/preview-link.ts'
import { publish, publishDue } from '../../../src/server/content/publish.ts'
import { renameGuide, saveGuide } from '../../../src/server/content/save-guide.ts'
import { missing } from '../../../src/server/platform/http/pages/page-result.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { previewPage } from '../../../src/server/storefront/preview-page.ts'
import { typedPreview } from '../../../src/server/storefront/typed-preview.ts'
import { defaultContext } from '../../support/default-context.ts'
import { pageOf, shownOf } from '../../support/page-answer.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'

const guide: GuideText = {
  title: 'Byt batteri',
  introduction: 'Så byter du batteri.',
  difficulty: 'moderate',
  minutes: { from: 30, to: 45 },
  appliesTo: { category: 'batteries', devices: [], series: [], parts: [] },
  tools: ['FAN'],
  parts: { numbers: ['BAT'], category: 'batteries' },
  steps: [
    { title: 'Stäng av', text: '<script>steal()</script> Dra ur sladden.', warning: 'Ström!' },
    { title: 'Byt', text: 'Byt det.', picture: 'battery-1' },
  ],
}
const swedishGuide: ContentItem = { kind: 'guide', id: 'battery', language: 'sv' }
const englishGuide: ContentItem = { ...swedishGuide, language: 'en' }

async function guideShop(clock = movableClock()): Promise<Awaited<ReturnType<typeof fixtureShop>>> {
  const shop = await fixtureShop(clock)
  await shop.db.insertInto('pictures').values({ id: 'battery-1', width: 800, height: 800 }).execute()
  return shop
}

async function published(shop: Shop, change: Partial<GuideText> = {}, item = swedishGuide): Promise<void> {
  await saveGuide(shop, item, JSON.stringify({ ...guide, ...change }))
  await publish(shop, item)
}

const guidesOf = async (shop: Shop, slug: string) =>
  pageOf(await productPage(shop, swedish(), slug))?.guides.map(({ title }) => title)
const ofDevice = async (shop: Shop, slug: string) =>
  pageOf(await devicePage(shop, swedish(), slug, listQuery.parse({})))?.guides.map(({ title }) => title)

describe('a repair guide', () => {
  test('is shown with its steps, parts and tools when it is published', async () => {
    await using shop = await guideShop()
    await saveGuide(shop, swedishGuide, JSON.stringify(guide))
    expect(shownOf(await guidePage(shop, swedish(), 'byt-batteri'))).toBeUndefined()
    await publish(shop, swedishGuide)
    expect(shownOf(await guidePage(shop, swedish(), 'byt-batteri'))).toMatchObject({
      status: 200,
      tags: ['guides', 'catalog', expect.stringMatching(/^product:/), expect.stringMatching(/^product:/)],
      page: {
        title: 'Byt batteri',
        difficulty: 'moderate',
        minutes: { from: 30, to: 45 },
        path: '/sv/reparationsguide/byt-batteri',
        alternates: { en: '/en/guide', sv: '/sv/reparationsguide/byt-batteri' },
        writtenIn: ['sv'],
        tools: [{ sku: 'FAN', stock_status: 'in_stock' }],
        parts: [{ sku: 'BAT' }],
        partsCategory: { path: '/sv/kategori/laptopdelar/batterier' },
        devices: [{ path: '/sv/kategori/laptopdelar/batterier' }],
        steps: [
          { title: 'Stäng av', warning: 'Ström!', picture: null },
          { title: 'Byt', warning: '', picture: { url: expect.stringContaining('/pictures/battery-1') } },
        ],
      },
    })
  })

  test('names its translation, and is listed in its languages and the sitemap', async () => {
    await using shop = await guideShop()
    await published(shop)
    await published(shop, { title: 'Change the battery' }, englishGuide)
    expect(pageOf(await guidePage(shop, defaultContext('en'), 'change-the-battery'))).toMatchObject({
      alternates: { en: '/en/guide/change-the-battery', sv: '/sv/reparationsguide/byt-batteri' },
      writtenIn: ['en', 'sv'],
    })
    const { page, tags } = await guidesPage(shop, 'sv')
    expect({ titles: page.guides.map(({ title }) => title), tags }).toEqual({
      titles: ['Byt batteri'],
      tags: ['guides'],
    })
    const pieces = await sitemapText(shop, 'en-guides-1')
    const xml = pieces ? (await Array.fromAsync(pieces)).join('') : ''
    expect(xml).toContain('/en/guide</loc>')
    expect(xml).toContain('/en/guide/change-the-battery</loc>')
    expect(xml).toContain('hreflang="sv" href="http://127.0.0.1:4321/sv/reparationsguide/byt-batteri"')
  })

  test('is named by the parts and devices that it applies to', async () => {
    await using shop = await guideShop()
    expect(await guidesOf(shop, 'bat-del')).toEqual([])
    await published(shop)
    expect(await guidesOf(shop, 'bat-del')).toEqual(['Byt batteri'])
    expect(await guidesOf(shop, 'bat-few-del')).toEqual(['Byt batteri'])
    expect(await guidesOf(shop, 'fan-del')).toEqual([])
    expect(await ofDevice(shop, 'dell-latitude-7490')).toEqual(['Byt batteri'])
    expect(await guidesOf(shop, 'bat-part')).toBeUndefined()
    const other = { appliesTo: { ...guide.appliesTo, series: [{ brand: 'Dell', series: 'Precision' }] } }
    await published(shop, { ...other, parts: { numbers: [] } })
    expect(await guidesOf(shop, 'bat-del')).toEqual([])
    expect(await ofDevice(shop, 'dell-latitude-7490')).toEqual([])
    const own = { appliesTo: { ...guide.appliesTo, series: [{ brand: 'Dell', series: 'Latitude' }] } }
    await published(shop, { ...own, parts: { numbers: [] } })
    expect(await guidesOf(shop, 'bat-del')).toEqual(['Byt batteri'])
    expect(await ofDevice(shop, 'dell-latitude-7490')).toEqual(['Byt batteri'])
    const named = { category: undefined, devices: ['dell-xps-13'], series: [], parts: ['FAN'] }
    await published(shop, { appliesTo: named, parts: { numbers: [] } })
    expect(await guidesOf(shop, 'fan-del')).toEqual(['Byt batteri'])
    expect(await ofDevice(shop, 'dell-xps-13')).toEqual(['Byt batteri'])
    expect(await ofDevice(shop, 'dell-latitude-7490')).toEqual([])
  })

  test('is previewed as it is typed, with its parts, whatever is missing, and nothing is saved', async () => {
    await using shop = await guideShop()
    await published(shop)
    const { url } = await previewLink(shop, { kind: 'guide', id: 'battery', language: 'sv', vat: 'inc' })
    const asked = (body: string, type = 'application/json') =>
      typedPreview(new Request(url, { method: 'POST', headers: { 'Content-Type': type }, body }))
    const shownWith = async (fields: Record<string, string>) => {
      const token = new URL(url).searchParams.get('token') ?? ''
      const preview = pageOf(await previewPage(shop, swedish(), token, await asked(JSON.stringify(fields))))
      if (preview?.body.kind !== 'guide') throw new Error('The guide is not shown.')
      return preview.body.page
    }
    const typed = {
      title: 'Byt fläkt',
      introduction: 'x'.repeat(3_000),
      difficulty: 'hard',
      from: '10',
      to: '20',
      numbers: 'FAN\r\nNO-SUCH',
      'steps.0.title': 'Lossa',
      'steps.0.text': '<p>Dra <strong>rakt</strong><script>steal()</script><img src=x onerror=steal()></p>',
      'steps.7.title': 'Klart',
      'steps.7.picture': '../../etc/passwd',
    }
    const page = await shownWith(typed)
    expect(page).toMatchObject({ title: 'Byt fläkt', difficulty: 'hard', minutes: { from: 10, to: 20 } })
    expect(page.introduction).toHaveLength(2_000)
    expect(page.parts.map(({ sku }) => sku)).toEqual(['FAN'])
    expect(page.steps.map(({ title, picture }) => [title, picture])).toEqual([
      ['Lossa', null],
      ['Klart', null],
    ])
    expect(page.steps[0]?.html).toBe('<p>Dra <strong>rakt</strong></p>')
    // What could not be saved is shown as it was, and nothing that is typed stops the page.
    expect(
      await shownWith({ title: '', difficulty: 'x', from: '9', to: '1', numbers: 'y'.repeat(9_000) }),
    ).toMatchObject({
      title: '',
      difficulty: 'moderate',
      minutes: { from: 30, to: 45 },
      parts: [{ sku: 'BAT' }],
      steps: [],
    })
    for (const wrong of ['[]', '{', 'null', '{"title":1}', JSON.stringify({ title: 'x'.repeat(20_001) })])
      expect(await asked(wrong), wrong).toBeUndefined()
    // The form of another site cannot show its text here.
    expect(await asked('title=x', 'application/x-www-form-urlencoded')).toBeUndefined()
    expect(await asked('{"title":"x"}', 'text/plain')).toBeUndefined()
    expect(pageOf(await guidePage(shop, swedish(), 'byt-batteri'))?.title).toBe('Byt batteri')
  })

  test('can be previewed with a token, scheduled and renamed', async () => {
    const clock = movableClock()
    await using shop = await guideShop(clock)
    await published(shop)
    await saveGuide(shop, swedishGuide, JSON.stringify({ ...guide, title: 'Nytt namn' }))
    const { url } = await previewLink(shop, { kind: 'guide', id: 'battery', language: 'sv', vat: 'inc' })
    const token = new URL(url).searchParams.get('token') ?? ''
    expect(pageOf(await previewPage(shop, swedish(), token))).toMatchObject({
      body: { kind: 'guide', page: { title: 'Nytt namn' } },
    })
    expect(shownOf(await previewPage(shop, swedish(), `${token}x`))).toBeUndefined()
    await publish(shop, swedishGuide, new Date(clock.now().getTime() + 60_000))
    expect(shownOf(await guidePage(shop, swedish(), 'byt-batteri'))).toMatchObject({
      page: { title: 'Byt batteri' },
      changesAt: new Date(clock.now().getTime() + 60_000).toISOString(),
    })
    clock.advance(60)
    expect(pageOf(await guidePage(shop, swedish(), 'byt-batteri'))?.title).toBe('Nytt namn')
    expect(await guidesOf(shop, 'bat-del')).toEqual(['Byt batteri'])
    expect(await publishDue(shop)).toBe(1)
    expect(await guidesOf(shop, 'bat-del')).toEqual(['Nytt namn'])
    await renameGuide(shop, swedishGuide, 'batteribyte')
    expect(pageOf(await guidePage(shop, swedish(), 'batteribyte'))?.title).toBe('Nytt namn')
    const moved = await redirectIfMoved(missing(), shop, '/sv/reparationsguide/byt-batteri', '')
    expect(moved.headers.get('Location')).toBe('/sv/reparationsguide/batteribyte')
    expect((await listContent(shop.db, shop.now())).filter(({ kind }) => kind === 'guide')).toMatchObject([
      { id: 'battery', title: 'Nytt namn', path: '/sv/reparationsguide/batteribyte', state: 'published', shown: true },
    ])
  })

  test('is refused when it is invalid or names what the shop does not have', async () => {
    await using shop = await guideShop()
    const refused = async (json: string) => {
      const saving = saveGuide(shop, swedishGuide, json)
      return saving.then(
        () => 'saved',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      )
    }
    const changed = (change: object) => refused(JSON.stringify({ ...guide, ...change }))
    expect(await refused('{')).toContain('is no JSON')
    expect(await changed({ steps: [] })).toContain('"steps"')
    expect(await changed({ minutes: { from: 20, to: 10 } })).toContain('"minutes"')
    expect(await changed({ onclick: 'steal()' })).toContain('not valid')
    expect(await changed({ tools: ['NOTHING'] })).toContain('no part NOTHING')
    expect(await changed({ appliesTo: { category: 'nothing' } })).toContain('no category nothing')
    const step = { title: 'a', text: 'b' }
    expect(await changed({ steps: [{ ...step, picture: 'nothing' }] })).toContain('no picture nothing')
    expect(await changed({ steps: [{ ...step, picture: 'https://evil.example/a.svg' }] })).toContain(
      '"steps.0.picture"',
    )
    expect(await changed({ steps: [{ ...step, picture: '../secret' }] })).toContain('"steps.0.picture"')
    expect(await listContent(shop.db, shop.now())).not.toContainEqual(expect.objectContaining({ kind: 'guide' }))
  })
})
