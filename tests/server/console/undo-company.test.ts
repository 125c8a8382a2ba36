import { expect, test } from 'vitest'
import type { AuditLine } from '../../../src/contracts/console/staff.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { webhookScreen } from '../../../src/server/console/integrations/webhook-page.ts'
import { webhooksScreen } from '../../../src/server/console/integrations/webhooks-page.ts'
import { menusScreen } from '../../../src/server/console/menus/menus-page.ts'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import { sourceScreen } from '../../../src/server/console/sources/source-page.ts'
import { sourcesScreen } from '../../../src/server/console/sources/sources-page.ts'
import { roleScreen } from '../../../src/server/console/staff/roles-page.ts'
import { personScreen } from '../../../src/server/console/staff/staff-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, newStaff, outcome, signedIn, type Browser, type Form } from './at-console.ts'

type Page = { readonly audit: readonly AuditLine[] }
type Kind = {
  readonly screen: ConsoleScreenFunction<Page>
  readonly params: Record<string, string>
  /** What the form of the page sends with another value, which is the first, the second or the third. */
  readonly form: (page: never, value: 1 | 2 | 3) => Form
  /** What is changed, as the page shows it. */
  readonly shown: (page: never) => unknown
}
type Made<Own extends Page> = {
  screen: ConsoleScreenFunction<Own>
  params: Record<string, string>
  form: (page: Own, value: 1 | 2 | 3) => Form
  shown: (page: Own) => unknown
}
const kindOf = <Own extends Page>(made: Made<Own>): Kind => made as unknown as Kind

const endpoint = 'https://books.example/hook'

async function makeWebhook(shop: Shop, who: Browser, url: string): Promise<string> {
  const form = { action: 'add', name: 'Books', url, 'event:stock.changed': '1' }
  await contentOf(shop, who, webhooksScreen, { form })
  return (await contentOf(shop, who, webhooksScreen)).endpoints[0]?.id ?? ''
}

async function makeSource(shop: Shop, who: Browser): Promise<void> {
  const { since, fields } = await contentOf(shop, who, sourcesScreen)
  const form = { ...fields, action: 'add', since, name: 'acme', from: 'https://acme.example/a.csv' }
  expect((await outcome(shop, who, sourcesScreen, { form })).fault).toBeNull()
}

const makeRole = (shop: Shop, who: Browser) =>
  outcome(shop, who, roleScreen, {
    params: { name: 'new' },
    form: { action: 'save', name: 'Night desk', version: '0', 'permission:orders.view': '1' },
  })

const events = ['order.placed', 'stock.low', 'stock.changed'] as const
const verbs = ['view', 'change', 'place'] as const
const roles = ['seller', 'editor', 'accountant'] as const

/** A record of each kind that is taken back from its history and is no goods. */
async function kindsIn(shop: Shop, owner: Browser): Promise<Readonly<Record<string, Kind>>> {
  const { id: person } = await newStaff(shop, 'warehouse')
  await makeRole(shop, owner)
  await makeSource(shop, owner)
  return {
    role: kindOf({
      screen: roleScreen,
      params: { name: 'Night desk' },
      form: ({ version }, value) => ({
        action: 'save',
        name: 'Night desk',
        version: String(version),
        [`permission:orders.${verbs[value - 1]}`]: '1',
      }),
      shown: ({ permissions }) => permissions,
    }),
    person: kindOf({
      screen: personScreen,
      params: { id: person },
      form: ({ version }, value) => ({
        action: 'save',
        version: String(version),
        name: `Sam ${value}`,
        role: roles[value - 1] ?? '',
        ...(value === 2 ? {} : { is_active: '1' }),
      }),
      shown: ({ name, role, isActive }) => [name, role, isActive],
    }),
    webhook: kindOf({
      screen: webhookScreen,
      params: { id: await makeWebhook(shop, owner, endpoint) },
      form: ({ version }, value) => ({
        action: 'change',
        version,
        name: `Books ${value}`,
        url: `${endpoint}/${value}`,
        [`event:${events[value - 1]}`]: '1',
      }),
      shown: ({ name, url, events: all }) => [name, url, all],
    }),
    source: kindOf({
      screen: sourceScreen,
      params: { name: 'acme' },
      form: ({ since, fields }, value) => ({
        action: 'save',
        ...fields,
        since,
        minutes: `${value}0`,
        from: `https://acme.example/${value}.csv`,
      }),
      shown: ({ fields }) => fields,
    }),
    menus: kindOf({
      screen: menusScreen,
      params: {},
      form: ({ version }, value) => ({
        action: 'save',
        version,
        'column:0.en': `Service ${value}`,
        'column:0.sv': 'Service',
        'link:0.0.en': 'Find parts',
        'link:0.0.sv': 'Hitta delar',
        'link:0.0.to': 'screen:find-parts',
      }),
      shown: ({ columns }) => columns,
    }),
  }
}

async function shopWithKinds() {
  const shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const kinds = Object.entries(await kindsIn(shop, owner)).map(([kind, { screen, params, form, shown }]) => {
    const page = () => contentOf(shop, owner, screen, { params })
    return {
      kind,
      page,
      shown: async () => shown((await page()) as never),
      save: async (value: 1 | 2 | 3) => {
        const sent = await outcome(shop, owner, screen, { params, form: form((await page()) as never, value) })
        expect([kind, sent.status, sent.fault]).toEqual([kind, 303, null])
      },
      undo: (entry: string | undefined, by = owner) =>
        outcome(shop, by, screen, { params, form: { action: 'undo', entry: entry ?? '' } }),
    }
  })
  return { shop, kinds, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test('a change of a role, a person, a webhook, a source and the menus is undone, and undone again', async () => {
  await using at = await shopWithKinds()
  const { kinds } = at
  const seller = await signedIn(at.shop, 'seller')
  for (const { kind, page, shown, save, undo } of kinds) {
    await save(1)
    const before = await shown()
    await save(2)
    const changed = await shown()
    expect([kind, changed]).not.toEqual([kind, before])
    const [line] = (await page()).audit
    expect([kind, line?.undo]).toEqual([kind, 'undo'])
    expect([kind, (await undo(line?.id, seller)).status]).toEqual([kind, 403])
    expect([kind, (await undo('no-such')).status]).toEqual([kind, 422])
    expect([kind, await shown()]).toEqual([kind, changed])
    expect([kind, (await undo(line?.id)).fault]).toEqual([kind, null])
    expect([kind, await shown()]).toEqual([kind, before])
    expect([kind, (await undo(line?.id)).fault]).toEqual([kind, expect.stringContaining('afterwards')])
    const [again] = (await page()).audit
    expect([kind, again?.operation]).toEqual([kind, expect.stringMatching(/\.undo$/)])
    expect([kind, (await undo(again?.id)).fault]).toEqual([kind, null])
    expect([kind, await shown()]).toEqual([kind, changed])
  }
})

test('what was changed afterwards stays, and of two who undo at once one is refused', async () => {
  await using at = await shopWithKinds()
  const { kinds } = at
  for (const { kind, page, shown, save, undo } of kinds) {
    await save(1)
    await save(2)
    const first = (await page()).audit[0]?.id
    await save(3)
    const kept = await shown()
    const { audit } = await page()
    expect([kind, audit.find(({ id }) => id === first)?.undo]).toEqual([kind, undefined])
    expect([kind, (await undo(first)).fault]).toEqual([kind, expect.stringContaining('afterwards')])
    expect([kind, await shown()]).toEqual([kind, kept])
    const both = await Promise.all([undo(audit[0]?.id), undo(audit[0]?.id)])
    expect([kind, both.map(({ status }) => status).toSorted()]).toEqual([kind, [303, 422]])
  }
})

test('nothing is given back that the log has in part only, or that the person may not give', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const params = { id: await makeWebhook(shop, owner, `${endpoint}?token=hidden`) }
  const page = () => contentOf(shop, owner, webhookScreen, { params })
  const save = async (change: Form) =>
    outcome(shop, owner, webhookScreen, {
      params,
      form: { action: 'change', version: (await page()).version, name: 'Books', 'event:stock.low': '1', ...change },
    })
  expect((await save({ url: `${endpoint}?token=hidden` })).status).toBe(303)
  const events = (await page()).audit[0]
  expect(events?.undo).toBe('undo')
  expect((await save({ url: 'https://other.example/' })).status).toBe(303)
  const moved = (await page()).audit[0]
  expect(moved?.undo).toBeUndefined()
  expect(
    (await outcome(shop, owner, webhookScreen, { params, form: { action: 'undo', entry: moved?.id ?? '' } })).status,
  ).toBe(422)
  expect((await page()).url).toBe('https://other.example/')
  await makeRole(shop, owner)
  expect(
    (await contentOf(shop, owner, roleScreen, { params: { name: 'Night desk' } })).audit.map((each) => each.undo),
  ).toEqual([undefined])
})

test('a source keeps its password from other servers when somebody without the settings undoes', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await makeSource(shop, owner)
  const params = { name: 'acme' }
  const save = async (change: Form) => {
    const { since, fields } = await contentOf(shop, owner, sourceScreen, { params })
    return outcome(shop, owner, sourceScreen, { params, form: { action: 'save', ...fields, since, ...change } })
  }
  expect((await save({ from: 'https://new.example/b.csv', user: 'kim', secret: 'FEED_ACME' })).fault).toBeNull()
  const permissions = '["imports.view","imports.change","audit.view"]'
  await shop.db.insertInto('staff_roles').values({ name: 'buyer', permissions, version: 1 }).execute()
  const buyer = await signedIn(shop, 'buyer')
  const { audit } = await contentOf(shop, buyer, sourceScreen, { params })
  expect(audit[0]?.undo).toBeUndefined()
  const form = { action: 'undo', entry: audit[0]?.id ?? '' }
  expect((await outcome(shop, buyer, sourceScreen, { params, form })).status).toBe(422)
  expect((await contentOf(shop, owner, sourceScreen, { params })).fields.secret).toBe('FEED_ACME')
})

test('a setting that was changed afterwards is not undone, and its button is gone', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const params = { group: 'returns' }
  const page = () => contentOf(shop, owner, settingScreen, { params })
  const send = async (form: Form) =>
    outcome(shop, owner, settingScreen, { params, form: { since: String((await page()).since), ...form } })
  for (const days of ['40', '50']) expect((await send({ action: 'save', 'set:days': days })).fault).toBeNull()
  const { history } = await page()
  expect(history.map(({ mayUndo }) => mayUndo)).toEqual([true, false])
  const undo = (at: number) => send({ action: 'undo', revision: String(history[at]?.revision) })
  expect((await undo(1)).fault).toContain('afterwards')
  expect((await undo(0)).fault).toBeNull()
  expect((await page()).history[0]?.after).toBe('40')
})
