import type { Language } from '../../domain/places/locales.ts'

/** What begins or ends to be shown at a moment; `time` is of the shop's clock. */
export type CalendarEntry = {
  kind: 'page' | 'widget' | 'guide' | 'campaign' | 'coupon'
  event: 'begins' | 'ends'
  day: string
  time: string
  name: string
  /** Of a text. */
  language: Language | null
  address: string
}

type CalendarDay = { day: string; isInMonth: boolean; isToday: boolean; entries: readonly CalendarEntry[] }

/** A month of what begins and ends, in weeks from Monday to Sunday. */
export type ContentCalendarPage = {
  /** Such as 2026-11. */
  month: string
  previous: string | null
  next: string | null
  weeks: readonly (readonly CalendarDay[])[]
  entries: readonly CalendarEntry[]
  /** More entries than are read, of one kind. */
  isCut: boolean
}
