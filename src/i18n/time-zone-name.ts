import type { Language } from '../domain/places/locales.ts'
import { timeZones } from '../domain/places/time-zones.ts'
import { countryName } from './formats.ts'

/** A time zone as people look for it: by its country and place, such as "Sweden – Stockholm". */
export function timeZoneName(name: string, language: Language): string {
  const country = timeZones().get(name)?.country ?? null
  const [area = '', ...places] = name.replaceAll('_', ' ').split('/')
  const place = places.toReversed().join(', ')
  return `${country === null ? area : countryName(country, language)} – ${place}`
}

/** Whether a text is the name of a time zone, which is an area and a place. */
export function isTimeZoneName(text: string): boolean {
  return /^[A-Z][A-Za-z]+\/\w/.test(text) && timeZones().has(text)
}
