import { normalizePartNumber } from './part-numbers.ts'

/** A machine as people call it: maker, line and model. */
export type Device = { brand: string; series: string; model: string }

/** The model after its line, unless it names the line itself: `Latitude 7490`, `Pro 14 G3`. */
export function modelName({ series, model }: Pick<Device, 'series' | 'model'>): string {
  return model.startsWith(series) ? model : `${series} ${model}`
}

/** `Nordbok Pro 14 G3`. */
export function deviceName(device: Device): string {
  return `${device.brand} ${modelName(device)}`
}

/**
 * A name or number as devices are found by it: letters and digits alone, in upper case; empty when the text has none.
 */
export function plainDeviceText(text: string): string {
  return normalizePartNumber(text).replace(/[^\p{L}\p{N}]/gu, '')
}

const shortestName = 3
const longestName = 64

/**
 * Every plain text that a device is known by: its name from each of its words on, and its type numbers from each of
 * their parts on, so that the beginning of one is enough to find it.
 */
export function deviceNames({ type_numbers: numbers, ...device }: Device & { type_numbers: string }): string[] {
  const texts = [deviceName(device), ...numbers.split(/[,;\s]+/)]
  const names = texts
    .flatMap(endings)
    .map((name) => name.slice(0, longestName))
    .filter((name) => name.length >= shortestName)
  return [...new Set(names)]
}

function endings(text: string): string[] {
  const pieces = text.split(/[\s\-./]+/).map(plainDeviceText)
  return pieces.map((_, at) => pieces.slice(at).join(''))
}
