import { slugify } from '../../../domain/products/slugs.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { makerName, type MakerId } from '../makers.ts'
import { drawsFor } from '../random.ts'
import { laptopSeries, otherSeries, type LaptopSeries, type OtherSeries } from './series.ts'

/** Consecutive generations of a laptop series that share a chassis, and so most parts. */
export type Chassis = LaptopSeries & {
  key: string
  /** "Nordbok Pro 14 G3–G5" */
  fits: string
  deviceIds: readonly string[]
  year: number
  /** 0 for the oldest chassis of its series. */
  age: number
  /** Also sold with a touch screen. */
  touchable: boolean
  deviceOf(at: number): { id: string; fits: string }
}

/** A phone, tablet, printer or desktop computer, with the name used for its parts. */
export type Model = OtherSeries & { key: string; fits: string; deviceId: string; at: number }

export type Device = NewRow<'devices'>

export const chassisList: readonly Chassis[] = laptopSeries.flatMap((series) =>
  bodies(series.generations).map((generations, age) => chassis(series, generations, age)),
)

export const models: readonly Model[] = otherSeries.flatMap((series) =>
  Array.from({ length: series.count }, (_, at) => {
    const model = modelName(series, at)
    const deviceId = slugify(`${series.brand} ${model}`)
    return { ...series, key: deviceId, fits: `${makerName(series.brand)} ${model}`, deviceId, at }
  }),
)

export const devices: readonly Device[] = [
  ...laptopSeries.flatMap((series) =>
    generationsOf(series).map((number) =>
      device(series.brand, series.name, `${series.name} G${number}`, `${series.code}-G${number}`),
    ),
  ),
  ...models.map((model) =>
    device(
      model.brand,
      model.name,
      modelName(model, model.at),
      `${model.code}-${modelName(model, model.at).replace(/\D/g, '')}`,
    ),
  ),
]

function chassis(series: LaptopSeries, generations: readonly number[], age: number): Chassis {
  const brand = makerName(series.brand)
  const first = generations[0] ?? 1
  const last = generations.at(-1) ?? first
  const idOf = (number: number): string => slugify(`${brand} ${series.name} G${number}`)
  return {
    ...series,
    key: slugify(`${brand} ${series.name} g${first}`),
    fits: `${brand} ${series.name} G${first}${last > first ? `–G${last}` : ''}`,
    deviceIds: generations.map(idOf),
    year: series.since + first - 1,
    age,
    touchable: age === 1 && series.inches < 14.5 && series.fans === 1,
    deviceOf: (at) => {
      const number = generations[at % generations.length] ?? first
      return { id: idOf(number), fits: `${brand} ${series.name} G${number}` }
    },
  }
}

/** Two chassis per series: the older one and the redesign. */
function bodies(count: number): number[][] {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const half = Math.floor(count / 2)
  return [numbers.slice(0, half), numbers.slice(half)]
}

function generationsOf(series: LaptopSeries): number[] {
  return bodies(series.generations).flat()
}

function modelName(series: OtherSeries, at: number): string {
  if (series.sort === 'printer' && series.brand === 'typera')
    return `${series.name.slice(0, 2)} ${series.first + at * 15}`
  if (series.sort === 'tablet') return `${series.name} gen ${at + 1}`
  return `${series.name} ${series.first + at * (series.sort === 'printer' ? 5 : 1)}`
}

function device(brand: MakerId, series: string, model: string, code: string): Device {
  const draws = drawsFor(`device ${code}`)
  const letters = 'ABCDEFGHKLMNPRSTUVWXY'
  const machine = `${draws.whole(20, 29)}${draws.pick([...letters])}${draws.whole(1, 9)}`
  const numbers = [code, `${machine}-${draws.whole(1000, 9999)}`, `${machine}-${draws.whole(1000, 9999)}`]
  const id = slugify(`${makerName(brand)} ${model}`)
  return { id, brand: makerName(brand), series, model, slug: id, type_numbers: numbers.join(', ') }
}
