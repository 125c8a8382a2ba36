import { describe, expect, test } from 'vitest'
import { newDealScreen } from '../../../src/server/console/campaigns/new-deal-page.ts'
import { followInvalidations } from '../../../src/server/jobs/follow-invalidations.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { layoutContent } from '../../../src/server/storefront/layout-content.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { outcome, signedIn, type Browser, type Form } from './at-console.ts'
import { act, friday, open, secondsTo, shopperSees } from './campaign-screens.ts'

describe('the deal of the day', () => {
  const deal = { sku: 'FAN', percent: '25', title_sv: 'Fläktdagen', title_en: 'Fan day', ...friday }
  async function makeDeal(shop: Shop, who: Browser, form: Form = {}) {
    const all = { action: 'make', ...deal, ...form }
    const first = await outcome(shop, who, newDealScreen, { form: all })
    const preview = first.content?.preview
    return preview ? outcome(shop, who, newDealScreen, { form: { ...all, seen: preview.seen } }) : first
  }

  test('is in the banner with its texts from its beginning to its end, and one runs at a time', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const who = await signedIn(shop, 'owner')
    const { location, fault } = await makeDeal(shop, who)
    expect(fault).toBeNull()
    const id = /campaigns\/([^?]+)/.exec(location ?? '')?.[1] ?? ''
    expect((await makeDeal(shop, who, { sku: 'RAM' })).fault).toContain('Another deal')
    const banner = async () => (await layoutContent(shop, swedish())).content.deal?.title
    clock.advance(secondsTo(clock, '2026-06-18T22:00:00.000Z'))
    expect([await banner(), (await shopperSees(shop, 'fan-del')).now]).toEqual(['Fläktdagen', 74.25])
    const later = await signedIn(shop, 'owner')
    const follow = await followInvalidations(shop)
    const page = await open(shop, later, id)
    expect([page.kind, page.edits, page.deal?.discount]).toEqual(['deal', 'end', 25])
    const ended = { action: 'end', version: page.version, end_day: '2026-06-20', end_time: '12:00' }
    const titles = { title_sv: 'Fläkthelgen', title_en: 'Fan weekend' }
    expect((await act(shop, later, id, { ...ended, ...titles })).fault).toBeNull()
    await follow()
    expect(await banner()).toBe('Fläkthelgen')
    clock.advance(secondsTo(clock, '2026-06-20T10:00:00.000Z'))
    expect([await banner(), (await shopperSees(shop, 'fan-del')).now]).toEqual([undefined, 99])
  })

  test.each([
    [{ sku: 'NOTHING' }, 'There is no'],
    [{ sku: 'KB' }, 'no published product'],
    [{ percent: '12,5' }, 'makes sense'],
    [{ title_sv: '' }, 'both languages'],
    [{ end_day: '', end_time: '' }, 'counts down'],
    [{ end_day: '2026-06-10' }, 'must come after'],
  ] as const)('with %j is refused', async (form, fault) => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    expect((await makeDeal(shop, who, form)).fault).toContain(fault)
  })
})
