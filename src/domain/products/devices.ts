import { normalizePartNumber } from './part-numbers.ts'

/** A device by its maker, series and model. */
export type Device = { brand: string; series: string; model: string }

/** What the parts finder calls the models of a maker that have no series. */
export const withoutSeries = '-'

/**
 * The model with its series in front, unless both begin with the same word: `Latitude 7490`, `Pro 14 G3`, and `LP 470`
 * of the series `LP 400`.
 */
export function modelName({ series, model }: Pick<Device, 'series' | 'model'>): string {
  const [family] = series.split(' ')
  return model.startsWith(series) || model.split(' ')[0] === family ? model : `${series} ${model}`
}

/** The full name: `Nordbok Pro 14 G3`. */
export function deviceName(device: Device): string {
  return `${device.brand} ${modelName(device)}`
}

/** Normalizes a name or number for device search: letters and digits only, upper case; '' when the text has none. */
export function plainDeviceText(text: string): string {
  return normalizePartNumber(text).replace(/[^\p{L}\p{N}]/gu, '')
}

const minNameLength = 3
const maxNameLength = 64

/**
 * The normalized texts that find a device by prefix: its name from each word on, and its type numbers from each part
 * on.
 */
export function deviceNames({ type_numbers: numbers, ...device }: Device & { type_numbers: string }): string[] {
  const texts = [deviceName(device), ...numbers.split(/[,;\s]+/)]
  const names = texts
    .flatMap(endings)
    .map((name) => name.slice(0, maxNameLength))
    .filter((name) => name.length >= minNameLength)
  return [...new Set(names)]
}

function endings(text: string): string[] {
  const words = text.split(/[\s\-./]+/).map(plainDeviceText)
  return words.map((_, at) => words.slice(at).join(''))
}
