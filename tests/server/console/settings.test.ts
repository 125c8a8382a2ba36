import { expect, test } from 'vitest'
import type { SettingPage } from '../../../src/contracts/console/settings.ts'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import { shownSettings } from '../../../src/server/platform/settings/show-settings.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

type Trial = { country: string; sum: string; kilograms: string }
type Sent = {
  group: string
  action: string
  set?: Record<string, string>
  since?: string
  revision?: string
  trial?: Trial
}

async function send(shop: Shop, browser: Browser, { group, action, set = {}, since, revision = '', trial }: Sent) {
  const params = { group }
  const page = await contentOf(shop, browser, settingScreen, { params })
  const typed = Object.fromEntries(Object.entries(set).map(([name, value]) => [`set:${name}`, value]))
  const tried = Object.fromEntries(Object.entries(trial ?? {}).map(([name, value]) => [`trial_${name}`, value]))
  const form = { action, since: since ?? String(page.since), revision, ...typed, ...tried }
  return outcome(shop, browser, settingScreen, { params, form })
}

const pageOf = (shop: Shop, browser: Browser, group: string) =>
  contentOf(shop, browser, settingScreen, { params: { group } })

const fieldOf = ({ content }: Awaited<ReturnType<typeof send>>, name: string) =>
  content?.sections.flatMap(({ fields }) => fields).find((field) => field.name === name)

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

/** The form of a list as a browser sends it: each box that is ticked, and how many entries the list has. */
function formOf({ sections, rows }: Pick<SettingPage, 'sections' | 'rows'>, list: string): Record<string, string> {
  const fields = sections.flatMap((section) => section.fields)
  const boxes = fields
    .filter(({ kind, value }) => kind === 'ticks' && value !== '')
    .flatMap(({ name, value }) => value.split('\n').map((choice) => [`${name}.${choice}`, choice] as const))
  const all = [
    ...fields.map(({ name, kind, value }) => [name, kind === 'ticks' ? '' : value] as const),
    ...boxes,
    ...rows.map(({ name, count }) => [`${name}.rows`, String(count)] as const),
  ]
  return Object.fromEntries(all.filter(([name]) => name.startsWith(`${list}.`)))
}

test('the countries of a zone are ticked, or written by their names; another order is no change', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await shop.db.updateTable('staff').set({ language: 'sv' }).execute()
  const before = await stored(shop)
  const page = await pageOf(shop, owner, 'delivery')
  const shown = (id: string) => {
    const fields = page.sections.find(({ path }) => path.join('.') === `zones.${id}`)?.fields
    return fields?.find(({ kind }) => kind === 'ticks') ?? { name: '', value: '', choices: [] }
  }
  const [eu, no] = [shown('eu'), shown('no')]
  expect([no.value, shown('world').value, eu.value.split('\n')]).toEqual(['NO', '*', expect.arrayContaining(['NL'])])
  expect(eu.choices).toEqual(expect.arrayContaining(['SE', 'US', '*']))
  const preview = async (set: Record<string, string>) =>
    (await send(shop, owner, { group: 'delivery', action: 'preview', set })).content?.preview
  expect(await preview(formOf(page, 'zones'))).toEqual([])
  expect(await preview({ [no.name]: 'norway', [eu.name]: eu.value.split('\n').toReversed().join(', ') })).toEqual([])
  expect(await preview({ [eu.name]: '', [`${eu.name}.DE`]: 'DE', [`${eu.name}.AT`]: 'AT' })).toMatchObject([
    { name: 'delivery.zones.eu.countries', after: 'Tyskland, Österrike' },
  ])
  const refused = await send(shop, owner, { group: 'delivery', action: 'save', set: { [no.name]: 'Atlantis' } })
  expect(fieldOf(refused, no.name)).toMatchObject({ value: 'Atlantis', fault: expect.stringMatching(/Skriv ett land/) })
  const twice = { ...formOf(page, 'zones'), [`${eu.name}.NO`]: 'NO' }
  const again = await send(shop, owner, { group: 'delivery', action: 'save', set: twice })
  const faults = [eu, no].map(({ name }) => fieldOf(again, name)?.fault)
  expect(faults).toContainEqual('Norge finns redan i en zon.')
  expect(await stored(shop)).toEqual(before)
})

test('entries that are taken out and added in a form stay so after it was looked at before saving', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const areas = async () => ((await stored(shop)) as { delivery: { areas: { from: string }[] } }).delivery.areas
  const before = await areas()
  expect(before.length).toBeGreaterThan(4)
  const form = formOf(await pageOf(shop, owner, 'delivery'), 'areas')
  const fewer = { ...form, 'areas.0.remove': 'yes', 'areas.1.remove': 'yes', 'areas.2.remove': 'yes' }
  const seen = await send(shop, owner, { group: 'delivery', action: 'preview', set: fewer })
  if (!seen.content) throw new Error('Nothing was shown.')
  const rest = formOf(seen.content, 'areas')
  expect(await send(shop, owner, { group: 'delivery', action: 'save', set: rest })).toMatchObject({ status: 303 })
  expect(await areas()).toEqual(before.slice(3))
  const blank = (form: Record<string, string>, from: string) => {
    const at = Number(form['areas.rows'])
    const added = { country: 'SE', from, to: from, extraDays: '1' }
    return { ...form, ...Object.fromEntries(Object.entries(added).map(([key, text]) => [`areas.${at}.${key}`, text])) }
  }
  const one = blank(formOf(await pageOf(shop, owner, 'delivery'), 'areas'), '98100')
  const shown = await send(shop, owner, { group: 'delivery', action: 'preview', set: one })
  if (!shown.content) throw new Error('Nothing was shown.')
  const two = blank(formOf(shown.content, 'areas'), '98200')
  expect(await send(shop, owner, { group: 'delivery', action: 'save', set: two })).toMatchObject({ status: 303 })
  expect((await areas()).map(({ from }) => from).slice(-2)).toEqual(['98100', '98200'])
})

test('a time zone is chosen, those of the country first, and zones of a delivery method are ticked', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { sections } = await pageOf(shop, owner, 'delivery')
  const fields = sections.flatMap((section) => section.fields)
  const zone = fields.find(({ name }) => name === 'timeZone')
  expect(zone).toMatchObject({ kind: 'choice', value: 'Europe/Stockholm', first: ['Europe/Stockholm'] })
  expect(zone?.choices).toEqual(expect.arrayContaining(['Europe/Helsinki', 'America/New_York']))
  const method = fields.find(({ name }) => name === 'methods.0.zones')
  expect(method).toMatchObject({ kind: 'ticks', choices: expect.arrayContaining(['eu', 'no', 'world']) })
  const set = { timeZone: 'Europe/Helsinki' }
  const { content } = await send(shop, owner, { group: 'delivery', action: 'preview', set })
  expect(content?.preview).toMatchObject([{ before: 'Sweden – Stockholm', after: 'Finland – Helsinki' }])
})

test('what is ticked of a list is saved, none of it is refused in words, and its history has words', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await shop.db.updateTable('staff').set({ language: 'sv' }).execute()
  const customers = 'methods.1.customers'
  const only = { [customers]: '', [`${customers}.organization`]: 'organization' }
  expect(await send(shop, owner, { group: 'payment', action: 'save', set: only })).toMatchObject({ status: 303 })
  expect(await stored(shop)).toMatchObject({
    payment: { methods: [{}, { id: 'invoice', customers: ['organization'] }] },
  })
  const page = await pageOf(shop, owner, 'payment')
  expect(page.history).toMatchObject([
    { name: 'payment.methods.invoice.customers', before: 'Privat, Företag', after: 'Företag' },
  ])
  const none = await send(shop, owner, {
    group: 'payment',
    action: 'save',
    set: { 'methods.1.id': 'invoice', [customers]: '' },
  })
  expect(fieldOf(none, customers)?.fault).toBe('Välj privat, företag eller båda.')
  const gone = { 'methods.1.id': '' }
  expect(page.sections[1]?.fields[0]).toMatchObject({ name: 'methods.1.id', choices: ['', 'online', 'invoice'] })
  expect(await send(shop, owner, { group: 'payment', action: 'save', set: gone })).toMatchObject({ status: 303 })
  expect(await stored(shop)).toMatchObject({ payment: { methods: [{ id: 'online' }] } })
})

test('the sources, which name files of the server, are no screen', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const params = { group: 'sources' }
  expect(await outcome(shop, owner, settingScreen, { params })).toMatchObject({ status: 404 })
  const form = { action: 'save', since: '0', 'set:feeds.0.id': 'x', 'set:feeds.0.from': '/etc/passwd' }
  expect(await outcome(shop, owner, settingScreen, { params, form })).toMatchObject({ content: undefined })
})

test('a refused setting is explained in the language of whoever typed it, at its field and in a list', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  for (const [language, reason, line] of [
    ['sv', /^Det här är inget bankgironummer/, /^Rad 2: Det här känner butiken inte till/],
    ['en', /^This is no bankgiro number/, /^Line 2: The shop does not know this one/],
  ] as const) {
    await shop.db.updateTable('staff').set({ language }).execute()
    const company = await send(shop, owner, { group: 'company', action: 'save', set: { bankgiro: '5050-1056' } })
    expect(fieldOf(company, 'bankgiro')?.fault).toMatch(reason)
    expect(company.content?.faults).toMatchObject([{ text: expect.stringMatching(reason), address: '#bankgiro' }])
    const sales = await send(shop, owner, { group: 'sales', action: 'preview', set: { countries: 'SE\nZZ' } })
    expect(fieldOf(sales, 'countries')?.fault).toMatch(line)
  }
})

test('a setting of another group that contradicts is named with a link to where it is changed', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await shop.db.updateTable('staff').set({ language: 'sv' }).execute()
  const { content } = await send(shop, owner, { group: 'sales', action: 'save', set: { countries: 'FI' } })
  expect(content?.faults).toContainEqual({
    label: 'Språk – Svenska – förvalt land',
    text: expect.stringMatching(/^Butiken säljer inte till det här landet/),
    address: '/console/settings/locales',
  })
})

type Tried = NonNullable<NonNullable<Awaited<ReturnType<typeof send>>['content']>['trial']>
const order = { country: 'SE', sum: '100', kilograms: '1,5' }

/** Tries an order with settings of delivery that are not saved. */
async function tryOrder(shop: Shop, browser: Browser, set: Record<string, string>, trial = order): Promise<Tried> {
  const { content } = await send(shop, browser, { group: 'delivery', action: 'preview', set, trial })
  if (!content?.trial) throw new Error('Nothing was tried.')
  return content.trial
}

const priceOf = ({ result }: Tried, method: string) => result?.deliveries.find(({ id }) => id === method)?.price

test('an order is tried with delivery prices that are not saved', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const before = await stored(shop)
  const page = await pageOf(shop, owner, 'delivery')
  expect(page.trial).toMatchObject({ order: { country: 'SE' }, result: null })
  const fields = page.sections.flatMap((section) => section.fields)
  const id = fields.find(({ name }) => name === 'methods.0.id')?.value ?? ''
  const prices = fields.filter(({ name, isNew }) => /^methods\.0\.bands\.\d+\.price$/.test(name) && !isNew)
  expect(prices.length).toBeGreaterThan(0)
  const dearer = { 'methods.0.freeFrom': '', ...Object.fromEntries(prices.map(({ name }) => [name, '123,45'])) }
  expect(priceOf(await tryOrder(shop, owner, dearer), id)).toBe(12_345)
  expect(priceOf(await tryOrder(shop, owner, { ...dearer, 'methods.0.freeFrom': '90' }), id)).toBe(0)
  const heavy = await tryOrder(shop, owner, {}, { ...order, kilograms: '9000' })
  expect(heavy.result?.deliveries).toContainEqual(expect.objectContaining({ price: null, why: 'too_heavy' }))
  expect(await tryOrder(shop, owner, { 'methods.0.days.0': '3', 'methods.0.days.1': '1' })).toMatchObject({
    fault: null,
    result: null,
  })
  expect(await stored(shop)).toEqual(before)
})

test('an order is tried with the VAT of its country, and what cannot be read is said', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const tried = (change: Partial<typeof order>) => tryOrder(shop, owner, {}, { ...order, ...change })
  const abroad = { country: 'FI', vatRate: 2550, goods: 10_040, exVat: 8_000, isForeignCompany: true }
  expect((await tried({ country: 'fi' })).result).toMatchObject(abroad)
  expect((await tried({})).result).toMatchObject({ goods: 10_000, exVat: 8_000, isForeignCompany: false })
  expect(await tried({ country: 'X' })).toMatchObject({ fault: 'country', result: null })
  expect(await tried({ sum: '1e9' })).toMatchObject({ fault: 'sum', result: null })
  expect(await tried({ kilograms: '-1' })).toMatchObject({ fault: 'kilograms', result: null })
})

test('what things need is edited line by line, and a wrong line is refused at its field', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const [section] = (await pageOf(shop, owner, 'search')).sections
  expect(section?.fields).toMatchObject([{ name: 'fits', kind: 'lines', value: expect.stringContaining('am4, a320') }])
  const save = (fits: string) => send(shop, owner, { group: 'search', action: 'save', set: { fits } })
  expect(await save('b650 = memory: ddr5\n\nrtx 4070 = power: 650')).toMatchObject({ status: 303 })
  expect(await stored(shop)).toMatchObject({ search: { fits: ['b650 = memory: ddr5', 'rtx 4070 = power: 650'] } })
  const refused = await save('b650 ddr5')
  expect(fieldOf(refused, 'fits')).toMatchObject({ value: 'b650 ddr5', fault: expect.any(String) })
})
