import { consolePath } from '../../../console-routes.ts'
import type { CalendarEntry, ContentCalendarPage } from '../../../contracts/console/content-calendar.ts'
import { homeClock, momentAt } from '../../../domain/places/home-clock.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { contentHeads } from '../../content/records/head-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { campaignsBetween, couponsBetween, type Period } from './calendar-queries.ts'
import { itemTitle } from './item-title.ts'

const maxOfKind = 200

/** A month of what begins and ends to be shown: texts, campaigns and coupons. */
export const contentCalendarScreen = consoleScreen<ContentCalendarPage>({
  screen: 'content-calendar',
  permission: 'content.view',
  load: calendarContent,
})

async function calendarContent(context: ConsoleContext): Promise<ContentCalendarPage> {
  const { shop, session, request } = context
  const { home } = shop.settings.all
  const today = homeClock(shop.now(), home).day
  const month = requestedMonth(request.url.searchParams.get('month'), today)
  const days = daysOf(month)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const period = { from: startOf(context, first), until: startOf(context, plusDays(last, 1)) }
  const ofGoods = may(session, 'prices.view') ? await goodsEntries(context, period) : { entries: [], isCut: false }
  const entries = [...(await textEntries(context, period)), ...ofGoods.entries].sort(
    (one, other) => compare(one.day + one.time, other.day + other.time) || compare(one.name, other.name),
  )
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const shown = days.map((day) => ({
    day,
    isInMonth: day.startsWith(month),
    isToday: day === today,
    entries: byDay.get(day) ?? [],
  }))
  return {
    month,
    previous: shiftMonth(month, -1),
    next: shiftMonth(month, 1),
    weeks: Array.from({ length: shown.length / 7 }, (_, week) => shown.slice(week * 7, week * 7 + 7)),
    entries,
    isCut: ofGoods.isCut,
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** The month that an address asks for, else that of today. */
function requestedMonth(month: string | null, today: string): string {
  return month !== null && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? month : today.slice(0, 7)
}

/** The month before or after another one; null beyond the years that can be asked for. */
function shiftMonth(month: string, by: 1 | -1): string | null {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const months = year * 12 + (number - 1) + by
  const text = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  return /^20\d\d-/.test(text) ? text : null
}

/** The days of a month with those of its first and last week, Monday first. */
function daysOf(month: string): string[] {
  const first = `${month}-01`
  const weekday = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const days = Array.from({ length: 42 }, (_, at) => plusDays(first, at - weekday(first)))
  const after = days.findIndex((day, at) => at % 7 === 0 && day > first && !day.startsWith(month))
  return days.slice(0, after === -1 ? days.length : after)
}

function startOf({ shop }: ConsoleContext, day: string): string {
  return (momentAt(day, '00:00', shop.settings.all.home) ?? new Date(`${day}T00:00:00Z`)).toISOString()
}

type Named = Pick<CalendarEntry, 'kind' | 'name' | 'language' | 'address'>

/** An entry for each of the moments that lie in the period. */
function entriesOf(
  { shop }: ConsoleContext,
  period: Period,
  named: Named,
  moments: Partial<Record<CalendarEntry['event'], string | null>>,
) {
  const { home } = shop.settings.all
  return (['begins', 'ends'] as const).flatMap((event): CalendarEntry[] => {
    const at = moments[event] ?? null
    if (at === null || !isWithin(at, event, period)) return []
    const clock = homeClock(new Date(at), home)
    const isMidnight = event === 'ends' && clock.time === '00:00'
    // What ends when a day begins was last seen on the day before.
    return [{ ...named, event, ...(isMidnight ? { day: plusDays(clock.day, -1), time: '24:00' } : clock) }]
  })
}

function isWithin(at: string, event: CalendarEntry['event'], { from, until }: Period): boolean {
  return event === 'begins' ? at >= from && at < until : at > from && at <= until
}

async function textEntries(context: ConsoleContext, period: Period): Promise<CalendarEntry[]> {
  const heads = await contentHeads(context.shop)
  return heads.flatMap(({ kind, id, language, title, publishAt }) => {
    const name = itemTitle(context, { kind, id, titles: { [language]: title } })
    const address = consolePath('content-item', { kind, id })
    return entriesOf(context, period, { kind, name, language, address }, { begins: publishAt })
  })
}

async function goodsEntries(context: ConsoleContext, period: Period) {
  const { db } = context.shop
  const campaigns = await campaignsBetween(db, period, maxOfKind + 1)
  const coupons = await couponsBetween(db, period, maxOfKind + 1)
  const { t } = context.request.locals
  const entries = [
    ...campaigns.slice(0, maxOfKind).flatMap(({ id, name, starts_at: begins, ends_at: ends }) => {
      const named = { kind: 'campaign', name: name || t('console-prices:no_name'), language: null } as const
      return entriesOf(context, period, { ...named, address: consolePath('campaign', { id }) }, { begins, ends })
    }),
    ...coupons.slice(0, maxOfKind).flatMap(({ code, starts_at: begins, ends_at: ends }) => {
      const named = { kind: 'coupon', name: code, language: null, address: consolePath('coupon', { code }) } as const
      return entriesOf(context, period, named, { begins, ends })
    }),
  ]
  return { entries, isCut: campaigns.length > maxOfKind || coupons.length > maxOfKind }
}
