import { expect, test } from 'vitest'
import { publish } from '../../../src/server/content/publish.ts'
import { renamePage, savePage } from '../../../src/server/content/save-page.ts'
import { readWidgets } from '../../../src/server/content/widgets.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import type { Json } from '../../../src/server/platform/settings/setting-names.ts'
import { SettingsError } from '../../../src/server/platform/settings/settings-error.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'

const service: Json = {
  id: 'service',
  title: { en: 'Service & help', sv: 'Service & hjälp' },
  links: [
    { text: { en: 'Track "it"', sv: 'Följ "den"' }, screen: 'track-order' },
    { text: { en: 'Guides', sv: 'Guider' }, screen: 'guides' },
    { text: { en: 'About', sv: 'Om oss' }, page: 'about-footer' },
    { text: { en: 'Trade body', sv: 'Branschen' }, address: 'https://trade.example/?a=1&b=2' },
  ],
}
const ask = {
  id: 'ask',
  title: { en: 'Ask', sv: 'Fråga' },
  links: [{ text: { en: 'R', sv: 'F' }, screen: 'request' }],
}

type Change = Parameters<typeof changeSettings>[1][number]

async function set(shop: Shop, ...values: Change[]): Promise<void> {
  await changeSettings(shop.db, values, { by: 'operator:test', now: shop.now() })
  await shop.settings.refresh()
}

async function widgetOf(shop: Shop, published: string | null, hidden: 0 | 1 = 0): Promise<void> {
  await shop.db.deleteFrom('widgets').where('slug', '=', 'footer-columns').execute()
  const at = { publish_at: null, updated_at: '2026-01-01T00:00:00.000Z' }
  await shop.db
    .insertInto('widgets')
    .values({ slug: 'footer-columns', language: 'sv', published, draft: null, hidden, draft_hidden: null, ...at })
    .execute()
}

const footer = async (shop: Shop) => (await readWidgets(shop, 'sv', ['footer-columns'])).widgets['footer-columns']

test('the footer shows the columns of the settings in their order, beside the widget of the editors', async () => {
  await using shop = await fixtureShop()
  await widgetOf(shop, '<div><h3>Lager</h3></div>')
  expect(await footer(shop)).toEqual({ content: '<div><h3>Lager</h3></div>', hidden: false })
  await set(shop, ['footer.columns', [service, ask]])
  const columns =
    '<div><h3>Service &amp; hjälp</h3><ul>' +
    '<li><a href="/sv/track-order">Följ &quot;den&quot;</a></li>' +
    '<li><a href="/sv/reparationsguide">Guider</a></li>' +
    '<li><a href="https://trade.example/?a=1&amp;b=2">Branschen</a></li></ul></div>' +
    '<div><h3>Fråga</h3><ul><li><a href="/sv/forfragan">F</a></li></ul></div>'
  expect((await footer(shop)).content).toBe(`${columns}<div><h3>Lager</h3></div>`)
  await set(shop, ['footer.widget', 'before'])
  expect((await footer(shop)).content).toBe(`<div><h3>Lager</h3></div>${columns}`)
  await set(shop, ['footer.widget', 'off'])
  expect(await footer(shop)).toEqual({ content: columns, hidden: false })
  await set(shop, ['footer.columns', [ask, service]], ['footer.widget', 'after'])
  await widgetOf(shop, '<div><h3>Lager</h3></div>', 1)
  expect((await footer(shop)).content).toMatch(/^<div><h3>Fråga.*Service.*<\/div>$/s)
  expect((await footer(shop)).content).not.toContain('Lager')
  await set(shop, ['footer.columns', []], ['footer.widget', 'off'])
  await widgetOf(shop, '<div><h3>Lager</h3></div>')
  expect((await footer(shop)).hidden).toBe(true)
})

test('a screen that is switched off leaves the footer, and a column without links goes with it', async () => {
  await using shop = await fixtureShop()
  await set(shop, ['footer.columns', [service, ask]], ['features.guides', false], ['features.partRequests', false])
  const { content } = await footer(shop)
  expect(content).toContain('/sv/track-order')
  expect(content).not.toContain('Guider')
  expect(content).not.toContain('Fråga')
})

test('a page is in the footer while it is published, at its newest address, and purges every page then', async () => {
  await using shop = await fixtureShop()
  const purged: string[][] = []
  const services = { db: shop.db, now: shop.now, invalidate: (tags: readonly string[]) => purged.push([...tags]) }
  const page = { kind: 'page', id: 'about-footer', language: 'sv' } as const
  await savePage(services, page, { title: 'Om firman', html: '<p>Vi</p>' })
  await set(shop, ['footer.columns', [service]])
  expect((await footer(shop)).content).not.toContain('Om oss')
  await publish(services, page)
  expect(purged).toEqual([['page:about-footer', 'layout']])
  expect((await footer(shop)).content).toContain('<a href="/sv/om-firman">Om oss</a>')
  await renamePage(services, page, 'firman')
  expect((await footer(shop)).content).toContain('<a href="/sv/firman">Om oss</a>')
  await set(shop, ['footer.columns', [ask]])
  await savePage(services, page, { html: '<p>Vi alla</p>' })
  await publish(services, page)
  expect(purged.at(-1)).toEqual(['page:about-footer'])
})

test('a page that is published later is in the footer from that moment on', async () => {
  await using shop = await fixtureShop()
  const services = { db: shop.db, now: shop.now, invalidate: () => {} }
  const page = { kind: 'page', id: 'about-footer', language: 'sv' } as const
  await savePage(services, page, { title: 'Om firman', html: '<p>Vi</p>' })
  const from = new Date(shop.now().getTime() + 3_600_000)
  await publish(services, page, from)
  await set(shop, ['footer.columns', [service]])
  expect((await readWidgets(shop, 'sv', ['footer-columns'])).changesAt).toBe(from.toISOString())
  const later = { db: shop.db, settings: shop.settings, now: () => from }
  expect((await readWidgets(later, 'sv', ['footer-columns'])).widgets['footer-columns'].content).toContain('Om oss')
})

const text = { en: 'A', sv: 'A' }

const wrongLinks: [link: Json, reason: string][] = [
  [{ text, address: 'http://example.org' }, 'https://'],
  [{ text, address: 'javascript:alert(1)' }, 'https://'],
  [{ text, address: 'https://bank.example@evil.example/' }, 'https://'],
  [{ text, address: 'https://example.org/" onclick="x' }, 'https://'],
  [{ text, screen: 'sandbox-payment' }, 'must be one of'],
  [{ text, page: '../x' }, 'id of a content page'],
  [{ text }, 'one of screen, page and address'],
  [{ text, screen: 'home', page: 'about' }, 'one of screen, page and address'],
  [{ text: { en: '<b>A</b>', sv: 'A' }, screen: 'home' }, 'plain text'],
  [{ text: { en: 'A', sv: '' }, screen: 'home' }, 'must not be empty'],
]

test.each(wrongLinks)('a footer with the link %j is refused and the old one stays', async (link, reason) => {
  await using shop = await fixtureShop()
  await set(shop, ['footer.columns', [ask]])
  const change = set(shop, ['footer.columns', [{ id: 'a', title: text, links: [link] }]])
  await expect(change).rejects.toThrow(reason)
  await expect(change).rejects.toBeInstanceOf(SettingsError)
  await shop.settings.refresh()
  expect(shop.settings.all.footer.columns.map(({ id }) => id)).toEqual(['ask'])
})

test('columns have ids of their own, links, and an end', async () => {
  await using shop = await fixtureShop()
  await expect(set(shop, ['footer.columns', [ask, ask]])).rejects.toThrow('must not have an id twice')
  await expect(set(shop, ['footer.columns', [{ ...ask, links: [] }]])).rejects.toThrow('must have at least one')
  const many = Array.from({ length: 7 }, (_, at) => ({ ...ask, id: `c${at}` }))
  await expect(set(shop, ['footer.columns', many])).rejects.toThrow('must have at most 6')
})
