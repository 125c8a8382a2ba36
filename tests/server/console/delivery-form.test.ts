import { expect, test } from 'vitest'
import type { SettingPage } from '../../../src/contracts/console/settings.ts'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import { shownSettings } from '../../../src/server/platform/settings/show-settings.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const params = { group: 'delivery' }
type Set = Readonly<Record<string, string>>

/** Sends the form of delivery with these fields; what it does not name stays. */
async function send(shop: Shop, browser: Browser, action: string, set: Set) {
  const { since } = await contentOf(shop, browser, settingScreen, { params })
  const typed = Object.fromEntries(Object.entries(set).map(([name, value]) => [`set:${name}`, value]))
  return outcome(shop, browser, settingScreen, { params, form: { action, since: String(since), ...typed } })
}

type Method = { days: number[]; bands: { upToGrams: number; price: string }[] }
async function firstMethod(shop: Shop): Promise<Method> {
  const { delivery } = (await shownSettings(shop.db)).values as { delivery: { methods: Method[] } }
  const [method] = delivery.methods
  if (!method) throw new Error('There is no method.')
  return method
}

const fieldsOf = (page: Pick<SettingPage, 'sections'>) => page.sections.flatMap(({ fields }) => fields)
const fieldOf = ({ content }: Awaited<ReturnType<typeof send>>, name: string) =>
  content && fieldsOf(content).find((field) => field.name === name)

test('delivery days are two fields, each with its own error', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { sections } = await contentOf(shop, owner, settingScreen, { params })
  const days = fieldsOf({ sections }).filter(({ name }) => name.startsWith('methods.0.days'))
  expect(days.map(({ name, path, kind }) => [name, path.at(-1), kind])).toEqual([
    ['methods.0.days.0', 'fewestDays', 'number'],
    ['methods.0.days.1', 'mostDays', 'number'],
  ])
  const turned = await send(shop, owner, 'save', { 'methods.0.days.0': '4', 'methods.0.days.1': '2' })
  expect(turned.content?.faults).toMatchObject([{ address: '#methods.0.days.1' }])
  expect(fieldOf(turned, 'methods.0.days.0')).toMatchObject({ value: '4', fault: null })
  expect(fieldOf(turned, 'methods.0.days.1')).toMatchObject({ value: '2', fault: expect.any(String) })
  const empty = await send(shop, owner, 'save', { 'methods.0.days.0': '', 'methods.0.days.1': '2' })
  expect(fieldOf(empty, 'methods.0.days.0')).toMatchObject({ value: '', fault: expect.any(String) })
  await send(shop, owner, 'save', { 'methods.0.days.0': '2', 'methods.0.days.1': '4' })
  expect((await firstMethod(shop)).days).toEqual([2, 4])
})

test('rows of prices are added wherever there is room, taken out, and refused at their field', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { bands } = await firstMethod(shop)
  const at = (row: number) => `methods.0.bands.${bands.length + row}`
  const rows = { 'methods.0.bands.rows': String(bands.length + 1) }
  const two = { ...rows, [`${at(0)}.upToGrams`]: '1 500', [`${at(0)}.price`]: '55', [`${at(1)}.upToGrams`]: '700' }
  const asked = await send(shop, owner, 'more', { ...two, [`${at(1)}.price`]: '' })
  expect(asked.content).toMatchObject({ faults: [], preview: null })
  const shown = asked.content?.sections.filter(({ place }) => place.startsWith('methods.0.bands.')) ?? []
  expect(shown.map(({ isRow }) => isRow)).toEqual(shown.map(() => true))
  expect([shown.length, shown.at(-1)?.isNew]).toEqual([bands.length + 3, true])
  const same = { ...rows, [`${at(0)}.upToGrams`]: String(bands[0]?.upToGrams), [`${at(0)}.price`]: '55' }
  const refused = await send(shop, owner, 'save', same)
  expect(fieldOf(refused, 'methods.0.bands.1.upToGrams')?.fault).toBe('This weight is there already.')
  expect(refused.content?.faults).toMatchObject([{ address: '#methods.0.bands.1.upToGrams' }])
  const none = Object.fromEntries(bands.map((_, row) => [`methods.0.bands.${row}.remove`, 'yes']))
  expect(fieldOf(await send(shop, owner, 'save', none), 'methods.0.bands.0.upToGrams')?.fault).toMatch(/at least one/)
  expect((await firstMethod(shop)).bands).toEqual(bands)
  await send(shop, owner, 'save', { ...two, [`${at(1)}.price`]: '45,50', 'methods.0.bands.0.remove': 'yes' })
  const wanted = [...bands.slice(1), { upToGrams: 1500, price: '55' }, { upToGrams: 700, price: '45.50' }]
  expect((await firstMethod(shop)).bands).toEqual(wanted.toSorted((a, b) => a.upToGrams - b.upToGrams))
})

test('closed days are rows: put in order, taken out, and refused at their field', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const days = async () =>
    ((await shownSettings(shop.db)).values as { delivery: { closedDays: string[] } }).delivery.closedDays
  const rows = { 'closedDays.rows': '1', 'closedDays.0': '2026-12-27', 'closedDays.1': ' 06-06 ' }
  expect((await send(shop, owner, 'save', rows)).status).toBe(303)
  expect(await days()).toEqual(['06-06', '2026-12-27'])
  const wrong = await send(shop, owner, 'save', { 'closedDays.rows': '2', 'closedDays.2': 'jul' })
  expect(wrong.content?.faults).toMatchObject([{ address: '#closedDays.2' }])
  expect(fieldOf(wrong, 'closedDays.2')).toMatchObject({ value: 'jul', fault: expect.any(String), kind: 'text' })
  await send(shop, owner, 'save', { 'closedDays.rows': '2', 'closedDays.0.remove': 'yes' })
  expect(await days()).toEqual(['2026-12-27'])
  const { sections } = await contentOf(shop, owner, settingScreen, { params })
  expect(
    sections.filter(({ place }) => place.startsWith('closedDays.')).map(({ isRow, isNew }) => [isRow, isNew]),
  ).toEqual([
    [true, false],
    [true, true],
  ])
})

test('a delivery method without a zone is refused at its zones, unless it is inactive', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const fields = fieldsOf(await contentOf(shop, owner, settingScreen, { params }))
  const blank = fields.map(({ name }) => name).findLast((name) => /^methods\.\d+\.id$/.test(name)) ?? ''
  const set = (active: string): Set => ({
    [blank]: 'post',
    ...Object.fromEntries(
      Object.entries({ kind: 'home', active, zones: '', 'days.0': '1', 'days.1': '3', aboveGrams: '0' }).map(
        ([name, value]) => [blank.replace(/id$/, name), value],
      ),
    ),
    [blank.replace(/id$/, 'bands.rows')]: '1',
    [blank.replace(/id$/, 'bands.0.upToGrams')]: '5000',
    [blank.replace(/id$/, 'bands.0.price')]: '59',
  })
  const refused = await send(shop, owner, 'save', set('true'))
  expect(refused.content?.faults.map(({ text }) => text)).toEqual([expect.stringContaining('at least one zone')])
  expect(await send(shop, owner, 'save', set('false'))).toMatchObject({ status: 303 })
})
