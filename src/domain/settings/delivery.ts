import { z } from 'zod/mini'
import { isDay } from '../cart/arrival.ts'
import { amount, optionalAmount } from './amounts.ts'
import { dayFormat, withFormat, spanFormat, timeZoneFormat, zoneFormat } from './choice-formats.ts'
import { withCountryFormat } from './country-text.ts'
import { defaultAreas, defaultMethods, defaultZones } from './delivery-defaults.ts'
import { sentence } from './reasons.ts'
import { line } from './setting-texts.ts'

/** Names a method or a zone within its list, such as home-nordic. */
const idOf = () =>
  line(40).check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, sentence('short_name', { example: 'home-nordic' })))
const id = idOf()
const zoneId = withFormat(idOf(), zoneFormat)
const country = withCountryFormat(z.string().check(z.regex(/^[A-Z]{2}$/, sentence('country_code'))))
const maxEntries = (count: number) => z.maxLength(count, sentence('most_entries', { most: count }))
const grams = z.int().check(z.minimum(0), z.maximum(10_000_000))
const workingDays = z.int().check(z.minimum(0), z.maximum(90))

const zone = z.strictObject({
  id,
  /** Codes of countries; `*` stands for all that no other zone names. */
  countries: z
    .array(withCountryFormat(z.string().check(z.regex(/^(?:[A-Z]{2}|\*)$/, sentence('zone_code')))))
    .check(maxEntries(300)),
})

const method = z.strictObject({
  id,
  kind: z.enum(['home', 'service_point', 'pick_up']),
  active: z.prefault(z.boolean(), true),
  zones: z.array(zoneId).check(maxEntries(60)),
  /** Empty for the usual name of the kind. */
  name: z.prefault(z.strictObject({ en: z.prefault(line(60), ''), sv: z.prefault(line(60), '') }), {}),
  /** Working days on the way, at least and at most. */
  days: withFormat(
    z
      .array(workingDays)
      .check(z.refine((days) => days.length === 2 && (days[0] ?? 0) <= (days[1] ?? 0), sentence('days_order'))),
    spanFormat,
  ),
  /** The value of goods from which it costs nothing; empty for never. */
  freeFrom: optionalAmount,
  /** Only for orders that weigh more. */
  aboveGrams: z.prefault(grams, 0),
  /** The price by weight, lightest first. */
  bands: z
    .array(z.strictObject({ upToGrams: grams.check(z.minimum(1)), price: amount }))
    .check(z.minLength(1, sentence('least_entry')), maxEntries(40)),
})

const postalCode = line(12).check(z.regex(/^[0-9A-Z]+$/, sentence('postal_code')))
const area = z.strictObject({ country, from: postalCode, to: postalCode, extraDays: workingDays })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** How goods reach their buyers, and what that costs in the base currency, VAT at the home rate included. */
export const deliverySettings = z.strictObject({
  zones: z.prefault(z.array(zone).check(maxEntries(60)), defaultZones),
  /** In the order in which the checkout offers them. */
  methods: z.prefault(z.array(method).check(maxEntries(60)), defaultMethods),
  /** Countries that are sold to, but that nothing is sent to. */
  notDeliveredTo: z.prefault(z.array(country).check(maxEntries(300)), []),
  /** Orders before this time leave on the same working day. */
  cutOff: z.prefault(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, sentence('time_of_day'))), '15:00'),
  timeZone: z.prefault(
    withFormat(line(60).check(z.refine(isTimeZone, sentence('time_zone'))), timeZoneFormat),
    'Europe/Stockholm',
  ),
  /** Days on which nothing leaves, besides weekends and public holidays. */
  closedDays: z.prefault(
    z.array(withFormat(line(10).check(z.refine(isDay, sentence('day'))), dayFormat)).check(maxEntries(60)),
    [],
  ),
  /** Postal codes that a parcel needs more working days to. */
  areas: z.prefault(z.array(area).check(maxEntries(500)), defaultAreas),
  servicePoints: z.prefault(z.boolean(), true),
  /** Where goods are picked up; empty for the company's name and address. */
  pickUp: z.prefault(
    z.strictObject({
      name: z.prefault(line(100), ''),
      street: z.prefault(line(120), ''),
      postalCode: z.prefault(line(12), ''),
      city: z.prefault(line(60), ''),
    }),
    {},
  ),
})

export type DeliverySettings = z.output<typeof deliverySettings>
