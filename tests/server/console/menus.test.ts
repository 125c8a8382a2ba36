import { expect, test } from 'vitest'
import type { MenusPage } from '../../../src/contracts/console/menus.ts'
import { readSettings } from '../../../src/domain/settings/settings.ts'
import { menusScreen } from '../../../src/server/console/menus/menus-page.ts'
import { footerColumns } from '../../../src/server/content/footer.ts'
import { shownSettings } from '../../../src/server/platform/settings/show-settings.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const service = {
  'column:0.id': '',
  'column:0.en': 'Service',
  'column:0.sv': 'Service',
  'link:0.0.en': 'Find parts',
  'link:0.0.sv': 'Hitta delar',
  'link:0.0.to': 'screen:find-parts',
  'link:0.0.place': '2',
  'link:0.1.en': 'Standards',
  'link:0.1.sv': 'Standarder',
  'link:0.1.to': 'address',
  'link:0.1.address': 'https://example.org/a?b=1',
  'link:0.1.place': '1',
}

async function save(shop: Shop, browser: Browser, fields: Record<string, string>, version?: string) {
  const { version: now } = await contentOf(shop, browser, menusScreen)
  return outcome(shop, browser, menusScreen, { form: { action: 'save', version: version ?? now, ...fields } })
}

const stored = async ({ db }: Shop) => (await shownSettings(db)).values as { footer: { columns: unknown[] } }

test('columns and links are saved in the order of their places, and shown in each language', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  expect(await save(shop, editor, service)).toMatchObject({ status: 303 })
  const { footer } = await stored(shop)
  expect(footer.columns).toEqual([
    {
      id: 'service',
      title: { en: 'Service', sv: 'Service' },
      links: [
        { text: { en: 'Standards', sv: 'Standarder' }, address: 'https://example.org/a?b=1' },
        { text: { en: 'Find parts', sv: 'Hitta delar' }, screen: 'find-parts' },
      ],
    },
  ])
  const { settings } = readSettings(await stored(shop))
  if (!settings) throw new Error('The settings do not count.')
  const { html } = await footerColumns({ db: shop.db, settings, language: 'sv', at: shop.now().toISOString() })
  expect(html).toContain('>Standarder</a>')
  expect(html).toMatch(/href="\/sv\/[^"]+">Hitta delar</)
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'subject_id']).execute()
  expect(log).toContainEqual({ operation: 'settings.change', subject_id: 'footer' })
})

test('a renamed column keeps its id, a second one gets its own, and an emptied one is gone', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  await save(shop, editor, service)
  const renamed = { ...service, 'column:0.id': 'service', 'column:0.en': 'Help' }
  const second = Object.fromEntries(Object.entries(service).map(([key, value]) => [key.replace(':0.', ':1.'), value]))
  expect(await save(shop, editor, { ...renamed, ...second })).toMatchObject({ status: 303 })
  const ids = async () => (await contentOf(shop, editor, menusScreen)).columns.map(({ id }) => id)
  expect(await ids()).toEqual(['service', 'service-2', ''])
  await save(shop, editor, { 'column:0.id': 'service' })
  expect(await ids()).toEqual([''])
})

const wrong: readonly [string, Record<string, string>, Partial<MenusPage['columns'][number]['links'][number]>][] = [
  ['a text in one language', { 'link:0.0.sv': '' }, { fault: 'texts' }],
  ['no target', { 'link:0.0.to': '' }, { fault: 'target' }],
  ['a screen that is none', { 'link:0.0.to': 'screen:console' }, { fault: 'target' }],
  ['a script as its address', { 'link:0.1.address': 'javascript:alert(1)' }, { fault: 'address' }],
  ['a user name in its address', { 'link:0.1.address': 'https://bank.example@evil.example/' }, { fault: 'address' }],
]

test.each(wrong)(
  'a link with %s is refused at its field, and nothing typed is lost',
  async (_what, change, expected) => {
    await using shop = await fixtureShop()
    const editor = await signedIn(shop, 'editor')
    const before = await stored(shop)
    const { content } = await save(shop, editor, { ...service, ...change })
    expect(content?.columns[0]?.links).toContainEqual(expect.objectContaining(expected))
    expect(content?.columns[0]?.en).toBe('Service')
    expect(await stored(shop)).toEqual(before)
  },
)

test('a conflicting save of menus shows what was typed, which can be saved again', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const { version } = await contentOf(shop, editor, menusScreen)
  await save(shop, editor, service)
  const { content } = await save(shop, editor, { ...service, 'column:0.en': 'Later' }, version)
  expect(content).toMatchObject({ isOvertaken: true })
  expect(content?.columns[0]?.en).toBe('Later')
  expect((await stored(shop)).footer.columns).toMatchObject([{ title: { en: 'Service' } }])
})

test('more columns and links than the footer holds are refused', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const many = Object.fromEntries(
    Array.from({ length: 7 }, (_, at) =>
      Object.entries(service).map(([key, value]) => [key.replace(':0.', `:${at}.`), value]),
    ).flat(),
  )
  expect((await save(shop, editor, many)).content?.columns[6]).toMatchObject({ fault: 'too_many' })
})
