import { deviceName, plainDeviceText, type Device } from '../../../domain/products/devices.ts'
import type { Database } from '../../platform/db/tables.ts'
import { devicesBeginning, textsOfDevices } from './device-name-queries.ts'

const maxTokens = 6
const minSigns = 3
/** A text that names more devices than this says too little to filter by. */
const maxDevices = 60
const maxNames = 400
const maxTries = 4

export type NamedDevice = Device & { id: string; slug: string }
/** Where a query names devices: from which token on, how many tokens, and the devices. */
export type DeviceSpan = { start: number; length: number; devices: NamedDevice[] }
type Span = { start: number; length: number; text: string }

/**
 * Finds the longest run of words that names one device or a few: brand and model, a model with its number, or a type
 * number. A brand alone, or a word without a digit, names none.
 */
export async function findDevice(db: Database, tokens: readonly { text: string }[]): Promise<DeviceSpan | undefined> {
  const spans = spansOf(tokens)
  if (spans.length === 0) return undefined
  const known = new Set(await textsOfDevices(db, [...new Set(spans.map(({ text }) => text))]))
  for (const { start, length, text } of spans.filter((span) => known.has(span.text)).slice(0, maxTries)) {
    const devices = distinctDevices(await devicesBeginning(db, text, maxNames), text, length)
    if (devices.length > 0 && devices.length <= maxDevices) return { start, length, devices }
  }
  return undefined
}

/** Runs of words, the longest first. */
function spansOf(tokens: readonly { text: string }[]): Span[] {
  const texts = tokens.map(({ text }) => plainDeviceText(text))
  return texts
    .flatMap((_, start) =>
      Array.from({ length: Math.min(maxTokens, texts.length - start) }, (__, more) => ({
        start,
        length: more + 1,
        text: texts.slice(start, start + more + 1).join(''),
      })),
    )
    .filter(({ text, length }) => text.length >= minSigns && (length > 1 || /\p{N}/u.test(text)))
    .sort((one, other) => other.length - one.length || other.text.length - one.text.length)
}

type Row = NamedDevice & { normalized: string }

/** The devices that the text names up to the end of a word; exact names win over longer ones. */
function distinctDevices(rows: readonly Row[], text: string, length: number): NamedDevice[] {
  const exact = rows.filter(({ normalized }) => normalized === text)
  const named = (exact.length > 0 ? exact : rows.filter((row) => endsAtWord(row, text))).filter(
    ({ brand }) => isNumbered(text) || (length > 1 && text.startsWith(plainDeviceText(brand))),
  )
  const byId = new Map(named.map(({ id, slug, brand, series, model }) => [id, { id, slug, brand, series, model }]))
  return [...byId.values()]
}

const isNumbered = (text: string) => /\p{N}/u.test(text) && /\p{L}/u.test(text)

function endsAtWord({ normalized, ...device }: Row, text: string): boolean {
  const words = deviceName(device)
    .split(/[\s\-./]+/)
    .map(plainDeviceText)
  const ends = words.map((_, at) => words.slice(0, at + 1).join('').length)
  const skipped = words.join('').length - normalized.length
  return ends.includes(skipped + text.length)
}
