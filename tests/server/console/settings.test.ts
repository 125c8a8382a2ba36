import { expect, test } from 'vitest'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownSettings } from '../../../src/server/platform/settings/show-settings.ts'
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

test('countries are written by their names in either language, and a list in another order is no change', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await shop.db.updateTable('staff').set({ language: 'sv' }).execute()
  const before = await stored(shop)
  const { sections } = await pageOf(shop, owner, 'delivery')
  const fields = sections.flatMap((section) => section.fields)
  const shown = (id: string) => {
    const at = fields.find(({ name, value }) => /^zones\.\d+\.id$/.test(name) && value === id)?.name.split('.')[1]
    return fields.find(({ name }) => name === `zones.${at}.countries`) ?? { name: '', value: '' }
  }
  const [eu, no, world] = [shown('eu'), shown('no'), shown('world')]
  const names = eu.value.split('\n')
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'sv')))
  expect([no.value, world.value, names]).toEqual([
    'Norge',
    'Alla andra länder',
    expect.arrayContaining(['Nederländerna']),
  ])
  const same = { [no.name]: 'norway', [world.name]: '*', [eu.name]: `${names.toReversed().join(', ')}\r\n` }
  const { content } = await send(shop, owner, { group: 'delivery', action: 'preview', set: same })
  expect(content?.preview).toEqual([])
  const fewer = { [eu.name]: 'AT\nTyskland' }
  const less = await send(shop, owner, { group: 'delivery', action: 'preview', set: fewer })
  expect(less.content?.preview).toMatchObject([{ after: 'Österrike, Tyskland' }])
  const refused = await send(shop, owner, { group: 'delivery', action: 'save', set: { [no.name]: 'Atlantis' } })
  expect(fieldOf(refused, no.name)).toMatchObject({ value: 'Atlantis', fault: expect.stringMatching(/Skriv ett land/) })
  expect(await stored(shop)).toEqual(before)
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
  expect(await tryOrder(shop, owner, { 'methods.0.days': '3\n1' })).toMatchObject({ fault: null, result: null })
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
