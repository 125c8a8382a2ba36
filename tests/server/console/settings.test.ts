import { expect, test } from 'vitest'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownSettings } from '../../../src/server/platform/settings/show-settings.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

type Sent = { group: string; action: string; set?: Record<string, string>; since?: string; revision?: string }

async function send(shop: Shop, browser: Browser, { group, action, set = {}, since, revision = '' }: Sent) {
  const params = { group }
  const page = await contentOf(shop, browser, settingScreen, { params })
  const typed = Object.fromEntries(Object.entries(set).map(([name, value]) => [`set:${name}`, value]))
  const form = { action, since: since ?? String(page.since), revision, ...typed }
  return outcome(shop, browser, settingScreen, { params, form })
}

const pageOf = (shop: Shop, browser: Browser, group: string) =>
  contentOf(shop, browser, settingScreen, { params: { group } })

async function stored(shop: Shop): Promise<unknown> {
  return (await shownSettings(shop.db)).values
}

test('a setting is shown before it is saved, is saved with its author, and can be taken back', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const before = await stored(shop)
  const set = { name: 'Nya delar AB' }
  const preview = await send(shop, owner, { group: 'company', action: 'preview', set })
  expect(preview.content?.preview).toMatchObject([{ name: 'company.name', after: 'Nya delar AB' }])
  expect(await stored(shop)).toEqual(before)
  expect(await send(shop, owner, { group: 'company', action: 'save', set })).toMatchObject({ status: 303 })
  expect(await stored(shop)).toMatchObject({ company: { name: 'Nya delar AB' } })
  const { history } = await pageOf(shop, owner, 'company')
  expect(history[0]).toMatchObject({ name: 'company.name', after: 'Nya delar AB', by: 'The owner' })
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'actor']).execute()
  expect(log).toContainEqual({ operation: 'settings.change', actor: 'The owner' })
  await send(shop, owner, { group: 'company', action: 'undo', revision: String(history[0]?.revision) })
  expect(await stored(shop)).toEqual(before)
})

test('what is wrong is said at its field, what was typed stays, and nothing is saved', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const before = await stored(shop)
  const set = { name: 'Another name', iban: 'SE00' }
  const { content } = await send(shop, owner, { group: 'company', action: 'save', set })
  const fields = content?.sections.flatMap((section) => section.fields) ?? []
  expect(fields.find(({ name }) => name === 'iban')).toMatchObject({ value: 'SE00', fault: expect.any(String) })
  expect(fields.find(({ name }) => name === 'name')).toMatchObject({ value: 'Another name', fault: null })
  expect(await stored(shop)).toEqual(before)
})

test('whoever saves a page that somebody else has changed since is refused', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { since } = await pageOf(shop, owner, 'returns')
  await send(shop, owner, { group: 'returns', action: 'save', set: { days: '45' } })
  const late = await send(shop, owner, { group: 'returns', action: 'save', set: { days: '60' }, since: String(since) })
  expect(late).toMatchObject({ status: 422, fault: expect.any(String) })
  expect(await stored(shop)).toMatchObject({ returns: { days: 45 } })
})

test('entries of a list are added, changed and removed by its rows', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const add = { 'rules.0.id': 'cables', 'rules.0.percent': '12,5', 'rules.0.rounding': '' }
  expect(await send(shop, owner, { group: 'markups', action: 'save', set: add })).toMatchObject({ status: 303 })
  expect(await stored(shop)).toMatchObject({ markups: { rules: [{ id: 'cables', percent: 12.5, rounding: 'ore' }] } })
  await send(shop, owner, { group: 'markups', action: 'save', set: { 'rules.0.percent': '20' } })
  expect(await stored(shop)).toMatchObject({ markups: { rules: [{ id: 'cables', percent: 20 }] } })
  await send(shop, owner, { group: 'markups', action: 'save', set: { 'rules.0.id': '' } })
  expect(await stored(shop)).toMatchObject({ markups: { rules: [] } })
})

test('the sources, which name files of the server, are no screen', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const params = { group: 'sources' }
  expect(await outcome(shop, owner, settingScreen, { params })).toMatchObject({ status: 404 })
  const form = { action: 'save', since: '0', 'set:feeds.0.id': 'x', 'set:feeds.0.from': '/etc/passwd' }
  expect(await outcome(shop, owner, settingScreen, { params, form })).toMatchObject({ content: undefined })
})
