import { expect, test } from 'vitest'
import { readSettings } from '../../../src/domain/settings/settings.ts'
import { contentPage } from '../../../src/server/content/content-page.ts'
import { publish } from '../../../src/server/content/publish.ts'
import { savePage } from '../../../src/server/content/save-page.ts'
import { readWidgets } from '../../../src/server/content/widgets.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import { withoutOffLinks } from '../../../src/server/platform/settings/switched-screens.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'

const on = readSettings({}).settings?.features
if (!on) throw new Error('There are no defaults.')
const off = { ...on, guides: false, partRequests: false }

test.each([
  [
    '<ul><li><a href="/sv/reparationsguide">Guider</a></li><li><a href="/sv">Hem</a></li></ul>',
    '<ul><li><a href="/sv">Hem</a></li></ul>',
  ],
  ['<p>Read <a class="x" href="/en/guide/fan">the <b>guide</b></a>.</p>', '<p>Read the <b>guide</b>.</p>'],
  ['<li><a href="https://shop.example/en/request?q=a&amp;b#c">Ask</a></li>', ''],
  ['<li><a href="/en/guide">A</a> · <a href="/en/contact">B</a></li>', '<li>A · <a href="/en/contact">B</a></li>'],
  ['<a href="/en/guidebook">Book</a>', '<a href="/en/guidebook">Book</a>'],
  ['<a href="mailto:a@example.org">Mail</a>', '<a href="mailto:a@example.org">Mail</a>'],
  ['<a href="/en/%E0%A4%A">Odd</a>', '<a href="/en/%E0%A4%A">Odd</a>'],
])('of %s stays %s', (html, left) => {
  expect(withoutOffLinks(html, off)).toBe(left)
  expect(withoutOffLinks(html, on)).toBe(html)
})

test('a long text without an end of its link is read in time', () => {
  const html = '<li><a href="/en/guide">'.repeat(20_000)
  const startedAt = performance.now()
  withoutOffLinks(html, off)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('a content page has no link to guides while they are off', async () => {
  await using shop = await fixtureShop()
  const services = { db: shop.db, now: shop.now, invalidate: () => {} }
  const item = { kind: 'page', id: 'help', language: 'sv' } as const
  await savePage(services, item, { title: 'Hjälp', html: '<p>Läs <a href="/sv/reparationsguide">våra guider</a>.</p>' })
  await publish(services, item)
  const text = async () => shownOf(await contentPage(shop, 'sv', 'hjalp'))?.page.html
  expect(await text()).toBe('<p>Läs <a href="/sv/reparationsguide">våra guider</a>.</p>')
  await changeSettings(shop.db, [['features.guides', false]], { by: 'operator:test', now: shop.now() })
  await shop.settings.refresh()
  expect(await text()).toBe('<p>Läs våra guider.</p>')
})

test('a footer has no link to guides while they are off', async () => {
  await using shop = await fixtureShop()
  const published =
    '<ul><li><a href="/sv/reparationsguide">Guider</a></li><li><a href="/sv/om-oss">Om oss</a></li></ul>'
  await shop.db.deleteFrom('widgets').where('slug', '=', 'footer-columns').execute()
  await shop.db
    .insertInto('widgets')
    .values({
      slug: 'footer-columns',
      language: 'sv',
      published,
      draft: null,
      hidden: 0,
      draft_hidden: null,
      publish_at: null,
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()
  const footer = async () => (await readWidgets(shop, 'sv', ['footer-columns'])).widgets['footer-columns'].content
  expect(await footer()).toContain('Guider')
  await changeSettings(shop.db, [['features.guides', false]], { by: 'operator:test', now: shop.now() })
  await shop.settings.refresh()
  expect(await footer()).not.toContain('Guider')
  expect(await footer()).toContain('Om oss')
})
