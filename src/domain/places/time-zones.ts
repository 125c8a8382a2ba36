import { countries } from './countries.ts'

/** A time zone by its name (`Europe/Stockholm`), and its country, if it is one of those that goods are sent to. */
export type TimeZone = { name: string; country: string | null }

let known: ReadonlyMap<string, TimeZone> | undefined

/** All time zones by their names. */
export function timeZones(): ReadonlyMap<string, TimeZone> {
  if (known) return known
  const countryOf = new Map(countries.flatMap(({ code }) => zonesOf(code).map((name) => [name, code] as const)))
  const names = Intl.supportedValuesOf('timeZone')
  known = new Map(names.map((name) => [name, { name, country: countryOf.get(name) ?? null }]))
  return known
}

function zonesOf(country: string): readonly string[] {
  return new Intl.Locale(`und-${country}`).getTimeZones() ?? []
}
