import { describe, expect, test } from 'vitest'
import { deleteExpired } from '../../../../src/server/identity/delete-expired.ts'
import { checkVatNumber, mayAskFor } from '../../../../src/server/pricing/vat-check/check-vat-number.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { FakeVies, type ViesMood } from '../../../support/fake-vies.ts'
import { fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'

const number = 'DE136695976'
const firm = { customer_kind: 'organization', country: 'DE', vat_number: 'de 136 695 976' } as const
const confirmed = (consultation: string) => ({ state: 'confirmed', number, consultation })
const asking = (shop: Shop, vies: FakeVies): Shop => ({ ...shop, env: { ...shop.env, ...vies.env } })

async function resultIn(mood: ViesMood) {
  await using vies = await FakeVies.start()
  await using shop = await fixtureShop()
  vies.mood = mood
  return await checkVatNumber(asking(shop, vies), firm)
}

describe('VIES', () => {
  test('a known number is confirmed with the consultation number that the seller asked for', async () => {
    await using vies = await FakeVies.start()
    await using shop = await fixtureShop()
    expect(await checkVatNumber(asking(shop, vies), firm)).toEqual(confirmed('WAPI1'))
    expect(vies.asked).toEqual([
      { countryCode: 'DE', vatNumber: '136695976', requesterMemberStateCode: 'SE', requesterNumber: '559999460401' },
    ])
    await checkVatNumber(asking(shop, vies), { ...firm, country: 'GR', vat_number: 'GR094259216' })
    expect(vies.asked[1]).toMatchObject({ countryCode: 'EL', vatNumber: '094259216' })
  })

  test('an unknown number is refused', async () =>
    expect(await resultIn('unknown')).toEqual({ state: 'refused', number }))

  test.each<ViesMood>([
    'MS_UNAVAILABLE',
    'INVALID_REQUESTER_INFO',
    'blocked',
    'rubbish',
    'not-json',
    'without-number',
    'other-number',
    500,
    503,
    429,
  ])('an answer that says nothing of the number (%s) takes off no VAT', async (mood) =>
    expect(await resultIn(mood)).toEqual({ state: 'unavailable', number }),
  )

  test('the timeout is shorter than a page can wait, however the server stalls', async () => {
    const moods: ViesMood[] = ['hang', 'slow-body']
    expect(await Promise.all(moods.map(resultIn))).toEqual(moods.map(() => ({ state: 'unavailable', number })))
    await using shop = await fixtureShop()
    expect(
      await checkVatNumber({ ...shop, env: { ...shop.env, VAT_CHECK: 'vies', VIES_URL: 'http://127.0.0.1:9/' } }, firm),
    ).toEqual({ state: 'unavailable', number })
  })
})

describe('checking a number', () => {
  test('a confirmation is valid for a day, for its own number and checker, and nothing else is stored', async () => {
    const clock = movableClock()
    await using vies = await FakeVies.start()
    await using shop = await fixtureShop(clock)
    const services = asking(shop, vies)
    expect(await checkVatNumber(shop, firm)).toEqual(confirmed('SYNTAX-ONLY'))
    vies.mood = 'unknown'
    expect(await checkVatNumber(services, firm)).toEqual({ state: 'refused', number })
    vies.mood = 'known'
    expect(await checkVatNumber(services, firm)).toEqual(confirmed('WAPI2'))
    vies.mood = 'unknown'
    clock.advance(24 * 3600 - 1)
    expect(await checkVatNumber(services, firm)).toEqual(confirmed('WAPI2'))
    expect(vies.asked).toHaveLength(2)
    expect(await checkVatNumber(services, { ...firm, vat_number: 'ATU13585627' })).toMatchObject({ state: 'refused' })
    clock.advance(1)
    expect(await checkVatNumber(services, firm)).toEqual({ state: 'refused', number })
    await deleteExpired(services)
    expect(await shop.db.selectFrom('vat_confirmations').selectAll().execute()).toEqual([])
    vies.mood = 'known'
    expect((await Promise.all([1, 2, 3].map(() => checkVatNumber(services, firm)))).map(({ state }) => state)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
    ])
  })

  test.each([
    ['a private person', { ...firm, customer_kind: 'private' as const }, { state: 'none', number: null }],
    ['nothing', { ...firm, vat_number: '' }, { state: 'none', number: null }],
    ['what is no number', { ...firm, vat_number: 'DE136695977' }, { state: 'none', number: null }],
    [
      "the seller's own country's number",
      { ...firm, vat_number: 'SE559999461201' },
      { state: 'kept', number: 'SE559999461201' },
    ],
    ["delivery in the seller's country", { ...firm, country: 'SE' }, { state: 'kept', number }],
    ['delivery outside the EU', { ...firm, country: 'NO' }, { state: 'kept', number }],
    ['delivery to nowhere', { ...firm, country: 'XX' }, { state: 'kept', number }],
  ])('%s is never checked', async (_name, buyer, result) => {
    await using vies = await FakeVies.start()
    await using shop = await fixtureShop()
    expect(await checkVatNumber(asking(shop, vies), buyer)).toEqual(result)
    expect(vies.asked).toEqual([])
  })

  test('a visitor who tries many numbers is limited, and stored confirmations still apply', async () => {
    await using vies = await FakeVies.start()
    await using shop = await fixtureShop()
    const [services, may] = [asking(shop, vies), mayAskFor(shop, '192.0.2.1')]
    await checkVatNumber(services, firm, may)
    vies.mood = 'unknown'
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        checkVatNumber(services, { ...firm, vat_number: `CZ${12_345_678 + at}` }, may),
      ),
    )
    expect(guesses.filter(({ state }) => state === 'refused')).toHaveLength(29)
    expect(guesses.filter(({ state }) => state === 'unavailable')).toHaveLength(11)
    expect(await checkVatNumber(services, firm, may)).toEqual(confirmed('WAPI1'))
  })
})
