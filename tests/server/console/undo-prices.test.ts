import { expect, test } from 'vitest'
import { newCampaignScreen } from '../../../src/server/console/campaigns/new-campaign-page.ts'
import { ratesScreen } from '../../../src/server/console/rates/rates-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'
import { act, friday, open, secondsTo, shopperSees } from './campaign-screens.ts'

const choice = { skus: 'FAN\nRAM', category: '', brand: '', from: '', to: '', status: '', stock: '' }
const wanted = { ...choice, ...friday, name: 'Midsummer', how: 'percent', value: '20', ending: 'ore' }

async function made(shop: Shop, who: Browser): Promise<string> {
  const send = (form: Form) => outcome(shop, who, newCampaignScreen, { form: { action: 'make', ...wanted, ...form } })
  const seen = (await send({})).content?.preview?.seen ?? ''
  return /campaigns\/([^?]+)/.exec((await send({ seen })).location ?? '')?.[1] ?? ''
}

/** Changes a campaign that has not begun, after its effect was seen. */
async function changed(shop: Shop, who: Browser, id: string, change: Form) {
  const { version } = await open(shop, who, id)
  const form = { ...wanted, ...change, action: 'change', version }
  const seen = (await act(shop, who, id, form)).content?.preview?.seen ?? ''
  expect((await act(shop, who, id, { ...form, seen })).fault).toBeNull()
}

const newest = async (shop: Shop, who: Browser, id: string) => (await open(shop, who, id)).audit[0]
const undo = (shop: Shop, who: Browser, id: string, entry = '') => act(shop, who, id, { action: 'undo', entry })

test('a change of a campaign to come is undone with its prices, and undone again', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [who, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const id = await made(shop, who)
  const before = await open(shop, who, id)
  expect(before.audit.map(({ undo: action }) => action)).toEqual([undefined])
  await changed(shop, who, id, { name: 'Summer', skus: 'FAN', value: '50', end_day: '2026-06-25' })
  const line = await newest(shop, who, id)
  expect(line).toMatchObject({ operation: 'campaigns.change', undo: 'undo' })
  expect((await undo(shop, await signedIn(shop, 'seller'), id, line?.id)).status).toBe(403)
  const both = await Promise.all([undo(shop, who, id, line?.id), undo(shop, other, id, line?.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  const after = await open(shop, who, id)
  expect(after).toMatchObject({ name: 'Midsummer', fields: before.fields, table: before.table, endsAt: before.endsAt })
  expect(after.audit[0]).toMatchObject({ operation: 'campaigns.undo', undo: 'undo' })
  expect((await undo(shop, who, id, after.audit[0]?.id)).fault).toBeNull()
  expect((await open(shop, who, id)).fields).toMatchObject({ name: 'Summer', skus: 'FAN', value: '50' })
  // The prices that are put back are those that shoppers pay.
  await undo(shop, who, id, (await newest(shop, who, id))?.id)
  clock.advance(secondsTo(clock, '2026-06-18T22:00:00.001Z'))
  expect(await shopperSees(shop, 'fan-del')).toMatchObject({ now: 79.2, before: 99 })
})

test('of a campaign that has begun only name and end are put back, and nothing of one that is over', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const before = await signedIn(shop, 'owner')
  const id = await made(shop, before)
  await changed(shop, before, id, { value: '30' })
  const priced = (await newest(shop, before, id))?.id
  clock.advance(secondsTo(clock, '2026-06-19T10:00:00.000Z'))
  const who = await signedIn(shop, 'owner')
  expect((await undo(shop, who, id, priced)).fault).toMatch(/begun/)
  expect(await shopperSees(shop, 'fan-del')).toMatchObject({ now: 69.3 })
  const { version } = await open(shop, who, id)
  const end = {
    action: 'end',
    version,
    name: 'Longer',
    end_day: '2026-06-24',
    end_time: '',
    title_sv: '',
    title_en: '',
  }
  expect((await act(shop, who, id, end)).fault).toBeNull()
  const ended = (await newest(shop, who, id))?.id
  expect((await undo(shop, who, id, ended)).fault).toBeNull()
  expect(await open(shop, who, id)).toMatchObject({ name: 'Midsummer', endsAt: '2026-06-21T22:00:00.000Z' })
  const undone = (await newest(shop, who, id))?.id
  clock.advance(secondsTo(clock, '2026-06-22T10:00:00.000Z'))
  const later = await signedIn(shop, 'owner')
  expect((await undo(shop, later, id, undone)).fault).toMatch(/over/)
  expect(await open(shop, later, id)).toMatchObject({ name: 'Midsummer', state: 'over' })
})

test('a change of exchange rates is undone by rates from now on, unless somebody has set one since', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [who, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const page = () => contentOf(shop, who, ratesScreen)
  const euro = async () => (await page()).rates.find(({ currency }) => currency === 'EUR')?.price
  const send = (form: Form, by = who) => outcome(shop, by, ratesScreen, { form })
  const set = async (price: string) =>
    send({ action: 'save', 'rate:EUR': price, 'was:rate:EUR': (await euro()) ?? '', large: 'yes' })
  const undoing = async (by = who, entry = '') => send({ action: 'undo', entry }, by)
  const first = await euro()
  expect((await set('99')).fault).toBeNull()
  clock.advance(60)
  const entry = (await page()).audit[0]
  expect(entry).toMatchObject({ operation: 'rates.change', undo: 'undo' })
  expect((await undoing(await signedIn(shop, 'seller'), entry?.id)).status).toBe(403)
  const both = await Promise.all([undoing(who, entry?.id), undoing(other, entry?.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(await euro()).toBe(first)
  const { audit, history } = await page()
  expect(audit[0]).toMatchObject({ operation: 'rates.undo', undo: 'undo' })
  // What counted in between stays in the history, because orders were paid by it.
  expect(history.filter(({ currency }) => currency === 'EUR').map(({ price }) => price)).toContain('99')
  expect((await set('12')).fault).toBeNull()
  expect((await undoing(who, audit[0]?.id)).fault).toMatch(/afterwards/)
  expect(await euro()).toBe('12')
})
