import { expect, test } from 'vitest'
import { createDeal } from '../../../src/server/catalog/deal/edit-deals.ts'
import { attributeScreen, newAttributeScreen } from '../../../src/server/console/attributes/attribute-page.ts'
import { campaignScreen } from '../../../src/server/console/campaigns/campaign-page.ts'
import { priceListScreen } from '../../../src/server/console/price-lists/price-list-page.ts'
import { removedScreen } from '../../../src/server/console/restore/removed-page.ts'
import { sourceScreen } from '../../../src/server/console/sources/source-page.ts'
import { clearLeftovers } from '../../../src/server/pricing/price-lists/clear-leftovers.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'
import { removableRecords } from './removable-records.ts'

const day = 86_400

async function shopWithOwner() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  return {
    clock,
    shop,
    owner,
    newest: async (kind: string, by: Browser) =>
      (await contentOf(shop, by, removedScreen, { query: { kind } })).lines[0],
    restore: (line: { id: string; restore: string | null } | undefined, by: Browser, form: Form = {}) =>
      outcome(shop, by, removedScreen, {
        form: { action: line?.restore ?? 'restore', entry: line?.id ?? '', ...form },
      }),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

async function removeKind(at: Awaited<ReturnType<typeof shopWithOwner>>, kind: string): Promise<void> {
  const record = (await removableRecords(at.shop, at.owner)).find((each) => each.kind === kind)
  await record?.remove()
}

test('the prices of a list are kept for 30 days and then deleted', async () => {
  await using at = await shopWithOwner()
  const { shop, clock } = at
  await removeKind(at, 'price_list')
  const rows = async () => (await shop.db.selectFrom('price_list_rows').select('amount').execute()).length
  clock.advance(29 * day)
  await clearLeftovers(shop.db, shop.now().toISOString())
  expect(await rows()).toBe(1)
  const who = await signedIn(shop, 'owner')
  const line = await at.newest('price_list', who)
  expect((await at.restore(line, who)).fault).toBeNull()
  const params = { id: line?.subjectId ?? '' }
  expect((await contentOf(shop, who, priceListScreen, { params })).rows).toHaveLength(1)
  await outcome(shop, who, priceListScreen, { params, form: { action: 'remove', sure: 'yes' } })
  clock.advance(31 * day)
  const later = await signedIn(shop, 'owner')
  const gone = await at.newest('price_list', later)
  expect(gone?.restore).toBeNull()
  expect((await at.restore(gone, later)).status).toBe(422)
  await clearLeftovers(shop.db, shop.now().toISOString())
  expect(await rows()).toBe(0)
  expect(await shop.db.selectFrom('removed_price_lists').select('id').execute()).toEqual([])
})

test('a deal to come is restored, and nothing whose beginning has passed', async () => {
  await using at = await shopWithOwner()
  const { shop, owner, clock } = at
  const iso = (days: number) => new Date(shop.now().getTime() + days * day * 1_000).toISOString()
  const titles = { en: 'Fan week', sv: 'Fläktvecka' }
  const deal = { id: 'fans', sku: 'FAN', discount: 20, startsAt: iso(2), expiresAt: iso(5), titles }
  await createDeal(shop, deal)
  const params = { id: 'campaign-fans' }
  const page = () => contentOf(shop, owner, campaignScreen, { params })
  const { version, deal: shown } = await page()
  const remove = { action: 'remove', version }
  expect((await outcome(shop, owner, campaignScreen, { params, form: remove })).fault).toBeNull()
  expect((await at.restore(await at.newest('campaign', owner), owner)).fault).toBeNull()
  expect((await page()).deal).toEqual(shown)
  expect((await outcome(shop, owner, campaignScreen, { params, form: remove })).fault).toBeNull()
  clock.advance(3 * day)
  const later = await signedIn(shop, 'owner')
  const begun = await at.newest('campaign', later)
  expect(begun?.restore).toBeNull()
  expect((await at.restore(begun, later)).status).toBe(422)
})

test('what values are called comes back with their attribute', async () => {
  await using at = await shopWithOwner()
  const { shop, owner } = at
  const fields = { name_sv: 'Kontakt', name_en: 'Plug', unit: '', kind: 'text', facet: 'yes' }
  await outcome(shop, owner, newAttributeScreen, { form: { action: 'make', id: 'plug', ...fields } })
  const params = { id: 'plug' }
  const { version } = await contentOf(shop, owner, attributeScreen, { params })
  const words = { 'sv:round': 'Rund', 'en:round': 'Round' }
  const change = { action: 'change', version, ...fields, ...words }
  expect((await outcome(shop, owner, attributeScreen, { params, form: change })).fault).toBeNull()
  await outcome(shop, owner, attributeScreen, { params, form: { action: 'remove', sure: 'yes' } })
  expect((await at.restore(await at.newest('attribute', owner), owner)).fault).toBeNull()
  const labels = await shop.db
    .selectFrom('attribute_value_texts')
    .select(['language', 'label'])
    .where('attribute_id', '=', 'plug')
    .orderBy('language')
    .execute()
  expect(labels.map(({ label }) => label)).toEqual(['Round', 'Rund'])
})

test('a source with a password is restored by those who may set one, and switched off', async () => {
  await using at = await shopWithOwner()
  const { shop, owner } = at
  const source = (await removableRecords(shop, owner)).find(({ kind }) => kind === 'source')
  const params = { name: 'acme' }
  const { since, fields } = await contentOf(shop, owner, sourceScreen, { params })
  const secret = { user: 'kim', secret: 'FEED_ACME' }
  const saved = await outcome(shop, owner, sourceScreen, {
    params,
    form: { action: 'save', ...fields, since, ...secret },
  })
  expect(saved.fault).toBeNull()
  await source?.remove()
  const permissions = '["imports.view","imports.change"]'
  await shop.db.insertInto('staff_roles').values({ name: 'buyer', permissions, version: 1 }).execute()
  const buyer = await signedIn(shop, 'buyer')
  const line = await at.newest('source', buyer)
  expect([line?.restore, line?.address]).toEqual([null, ''])
  expect((await at.restore(line, buyer, { action: 'restore_sure' })).status).toBe(422)
  expect((await at.restore(await at.newest('source', owner), owner)).fault).toBeNull()
  const page = await contentOf(shop, owner, sourceScreen, { params })
  expect([page.fields.secret, page.state]).toEqual(['FEED_ACME', 'paused'])
})
