import { mailedOffer } from '../cart/delivery-methods.ts'
import { countryByCode } from '../places/countries.ts'
import type { DeliverySettings } from './delivery.ts'
import { faultAt, type Reason, type ReasonCode, type SettingsFault } from './reasons.ts'

type Method = DeliverySettings['methods'][number]
/** The countries that the shop sells to, and the one that it sells from. */
export type SoldTo = { countries: readonly string[]; home: string }

/** Rules between the settings of delivery, each reported at the setting to change. */
export function deliveryFaults(delivery: DeliverySettings, soldTo: SoldTo): SettingsFault[] {
  const { methods, zones } = delivery
  const within = [
    ...twice(methods.map(({ id }) => id)).map((id) => fault('methods', 'method_id_twice', { id })),
    ...twice(zones.map(({ id }) => id)).map((id) => fault('zones', 'zone_id_twice', { id })),
    ...zoneFaults(delivery),
    ...methods.flatMap((method) => methodFaults(method, delivery)),
    ...delivery.areas.flatMap(({ from, to }, at) =>
      from.length === to.length && from <= to ? [] : [fault(`areas.${at}.to`, 'area_to')],
    ),
  ]
  return within.length > 0 ? within : uncoveredFaults(delivery, soldTo)
}

function fault(name: string, ...[code, values]: [code: ReasonCode, values?: Reason['values']]): SettingsFault {
  return faultAt(`delivery.${name}`, code, values)
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

function zoneFaults({ zones, notDeliveredTo }: DeliverySettings): SettingsFault[] {
  const named = zones.flatMap((zone) => zone.countries.map((country) => ({ country, zone: zone.id })))
  return [
    ...twice(named.map(({ country }) => country)).map((country) =>
      fault(`zones.${named.findLast((each) => each.country === country)?.zone ?? ''}.countries`, 'country_again', {
        country,
      }),
    ),
    ...named
      .filter(({ country }) => country !== '*' && !countryByCode(country))
      .map(({ country, zone }) => fault(`zones.${zone}.countries`, 'country_unknown', { country })),
    ...notDeliveredTo
      .filter((country) => named.some((each) => each.country === country))
      .map((country) => fault('notDeliveredTo', 'country_in_zone', { country })),
  ]
}

function methodFaults({ id, zones, aboveGrams, bands }: Method, delivery: DeliverySettings): SettingsFault[] {
  const name = `methods.${id}`
  const known = new Set(delivery.zones.map((zone) => zone.id))
  const heaviest = bands.at(-1)?.upToGrams ?? 0
  return [
    ...(id === mailedOffer.id ? [fault(name, 'mailed_id')] : []),
    ...zones.filter((zone) => !known.has(zone)).map((zone) => fault(`${name}.zones`, 'zone_unknown', { zone })),
    ...twice(zones).map((zone) => fault(`${name}.zones`, 'zone_twice', { zone })),
    ...bands.flatMap(({ upToGrams }, at) =>
      at > 0 && upToGrams <= (bands[at - 1]?.upToGrams ?? 0)
        ? [fault(`${name}.bands.${at}.upToGrams`, 'bands_order')]
        : [],
    ),
    ...(aboveGrams >= heaviest
      ? [fault(`${name}.bands.${bands.length - 1}.upToGrams`, 'band_above', { grams: aboveGrams })]
      : []),
  ]
}

/** The ids of methods that are on and that nobody can choose, because they have no zone. */
export function methodsWithoutZone({ methods }: DeliverySettings): string[] {
  return methods.filter(({ active, zones }) => active && zones.length === 0).map(({ id }) => id)
}

/** Faults of a change after which further methods have no zone; those of older settings only warn. */
export function zoneMissingFaults(before: DeliverySettings, after: DeliverySettings): SettingsFault[] {
  const known = new Set(methodsWithoutZone(before))
  const added = methodsWithoutZone(after).filter((id) => !known.has(id))
  return added.map((id) => fault(`methods.${id}.zones`, 'zone_missing'))
}

/** Every country must have a method, and no weight between those that are carried may be left out. */
function uncoveredFaults(delivery: DeliverySettings, { countries, home }: SoldTo): SettingsFault[] {
  const without: string[] = []
  const gaps = new Map<number, string[]>()
  for (const country of countries) {
    if (delivery.notDeliveredTo.includes(country)) continue
    const methods = methodsTo(delivery, country).filter(({ kind }) => kind !== 'pick_up' || country === home)
    if (methods.length === 0) without.push(country)
    const gap = gapOf(methods)
    if (gap !== undefined) gaps.set(gap, [...(gaps.get(gap) ?? []), country])
  }
  return [
    ...(without.length === 0 ? [] : [fault('methods', 'method_missing', { countries: without.join(', ') })]),
    ...[...gaps].map(([gap, where]) => fault('methods', 'weight_gap', { grams: gap, countries: where.join(', ') })),
  ]
}

/** Lists the methods that are on for a country, in the merchant's order. */
export function methodsTo(
  { zones, methods, notDeliveredTo, servicePoints }: DeliverySettings,
  country: string,
): Method[] {
  if (notDeliveredTo.includes(country)) return []
  const zone =
    zones.find((each) => each.countries.includes(country)) ?? zones.find((each) => each.countries.includes('*'))
  return methods.filter(
    (method) =>
      zone && method.active && method.zones.includes(zone.id) && (servicePoints || method.kind !== 'service_point'),
  )
}

/** The weight above which nothing carries an order although a method for heavier ones exists. */
function gapOf(methods: readonly Method[]): number | undefined {
  let carried = 0
  for (const { aboveGrams, bands } of methods.toSorted((a, b) => a.aboveGrams - b.aboveGrams)) {
    if (aboveGrams > carried) return carried
    carried = Math.max(carried, bands.at(-1)?.upToGrams ?? 0)
  }
  return undefined
}
