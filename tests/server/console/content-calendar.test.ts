import { expect, test } from 'vitest'
import type { CalendarEntry } from '../../../src/contracts/console/content-calendar.ts'
import { contentCalendarScreen } from '../../../src/server/console/content/calendar-page.ts'
import { contentItemScreen } from '../../../src/server/console/content/item-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const months = (shop: Shop, browser: Browser, month: string) =>
  contentOf(shop, browser, contentCalendarScreen, { query: { month } })

const shownOf = ({ event, day, time, name }: CalendarEntry) => `${day} ${time} ${name} ${event}`

/** A campaign of a Friday, one without an end, one of a feed, and coupons of everybody and of one customer. */
async function planned(shop: Shop): Promise<void> {
  const friday = { starts_at: '2098-11-27T23:00:00.000Z', ends_at: '2098-11-28T23:00:00.000Z' }
  const noEnd = '9999-12-31T00:00:00.000Z'
  await shop.db
    .insertInto('campaigns')
    .values([
      { id: 'black', name: 'Black <b>Friday</b>', ...friday },
      { id: 'usual', name: '', starts_at: '2098-11-30T22:59:00.000Z', ends_at: noEnd },
      { id: 'feed-1', name: 'Feed', ...friday },
    ])
    .execute()
  const coupon = {
    percentage: 10,
    fixed_amounts: null,
    groups: '[]',
    excluded_groups: '[]',
    discount_categories: '[]',
    minimum_spend: 0,
    usage_limit: null,
    used: 0,
    adds_sku: null,
    customer_id: null,
    starts_at: null,
  }
  await shop.db
    .insertInto('coupons')
    .values([{ ...coupon, code: 'LAST-DAY', ends_at: '2098-11-30T23:00:00.000Z' }])
    .execute()
}

test('a month says what begins and ends in it, by the clock of the shop', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  await planned(shop)
  const params = { kind: 'page', id: 'about' }
  const { sides } = await contentOf(shop, editor, contentItemScreen, { params })
  const was = Object.fromEntries(
    sides.flatMap(({ language, sections }) =>
      sections.flatMap(({ fields }) => fields.map(({ name, stored }) => [`was:set:${language}.${name}`, stored])),
    ),
  )
  const typed = { 'set:sv.html': '<p>Nytt</p>', languages: 'sv', day: '2098-11-02', time: '08:30', action: 'schedule' }
  expect(await outcome(shop, editor, contentItemScreen, { params, form: { ...was, ...typed } })).toMatchObject({
    status: 303,
  })
  const page = await months(shop, editor, '2098-11')
  expect(page.entries.map(shownOf)).toEqual([
    expect.stringMatching(/^2098-11-02 08:30 .+ begins$/),
    '2098-11-28 00:00 Black <b>Friday</b> begins',
    '2098-11-28 24:00 Black <b>Friday</b> ends',
    '2098-11-30 23:59 Without a name begins',
    '2098-11-30 24:00 LAST-DAY ends',
  ])
  expect(page.entries[0]).toMatchObject({ kind: 'page', language: 'sv', address: '/console/content/page/about' })
  expect(page.weeks.every((week) => week.length === 7)).toBe(true)
  const days = page.weeks.flat()
  expect(days.filter(({ isInMonth }) => isInMonth)).toHaveLength(30)
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2098-10-27', '2098-11-30'])
  expect([page.previous, page.next]).toEqual(['2098-10', '2098-12'])
  expect((await months(shop, editor, '2098-12')).entries).toEqual([])
})

test('any other month that an address asks for is that of today', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const today = shop.now().toISOString().slice(0, 7)
  for (const month of ['', '2026-13', '99999-01', "2026-01' or 1=1", '1999-12'])
    expect((await months(shop, editor, month)).month).toBe(today)
  expect(await months(shop, editor, '2000-01')).toMatchObject({ previous: null, next: '2000-02' })
  expect(await months(shop, editor, '2099-12')).toMatchObject({ previous: '2099-11', next: null })
})
