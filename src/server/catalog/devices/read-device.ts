import { plainDeviceText, type Device } from '../../../domain/products/devices.ts'
import type { Shop } from '../../platform/shop.ts'
import { findDevice } from '../../search/reading/find-device.ts'
import { devicesByNumbers } from './device-queries.ts'

export type ReadDevice = Device & { id: string; slug: string }

const maxTextLength = 200
/** A serial number begins with its type number; a shorter one would be part of too many other numbers. */
const minTypeLength = 4
/** What follows the type number in a serial number is at least this long; less may be another type number. */
const minRestLength = 4

/**
 * Reads which devices a text from a label names: by name, model or type number, with other text around it, or by a
 * serial number that begins with a type number. Empty when the text names none, or only might.
 */
export async function readDevice({ db, kind }: Pick<Shop, 'db' | 'kind'>, text: string): Promise<ReadDevice[]> {
  const words = text
    .slice(0, maxTextLength)
    .replace(/\p{Cc}/gu, ' ')
    .split(/[\s,;:()[\]"”]+/)
    .filter((word) => plainDeviceText(word) !== '')
  const named = await findDevice(
    db,
    words.map((word) => ({ text: word })),
  )
  return named?.devices ?? bySerialNumber({ db, kind }, words)
}

async function bySerialNumber({ db, kind }: Pick<Shop, 'db' | 'kind'>, words: readonly string[]) {
  const beginnings = words.flatMap(findTypeNumbers)
  if (beginnings.length === 0) return []
  const found = (await devicesByNumbers(db, kind, beginnings)).flatMap(({ type_numbers: numbers, ...device }) => {
    const longest = numbers
      .split(/[,;\s]+/)
      .map(plainDeviceText)
      .filter((number) => beginnings.includes(number))
      .reduce((most, { length }) => Math.max(most, length), 0)
    return longest === 0 ? [] : [{ device, longest }]
  })
  const longest = Math.max(0, ...found.map((each) => each.longest))
  return found.filter((each) => each.longest === longest).map(({ device }) => device)
}

/**
 * The beginnings of a number that may be its type number: they end at a separator, or between a letter and a digit. A
 * digit that goes on after a digit makes another number.
 */
function findTypeNumbers(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}]+/u).map(plainDeviceText)
  const ends = new Set(parts.map((_, at) => parts.slice(0, at + 1).join('').length))
  const number = parts.join('')
  const isDigit = (at: number) => /\p{N}/u.test(number.charAt(at))
  return Array.from({ length: Math.max(0, number.length - minRestLength - minTypeLength + 1) }, (_, more) => {
    return minTypeLength + more
  })
    .filter((end) => ends.has(end) || isDigit(end - 1) !== isDigit(end))
    .map((end) => number.slice(0, end))
    .filter((beginning) => /\p{N}/u.test(beginning))
}
