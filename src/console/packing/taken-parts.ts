import { readStored, storageKey, writeText } from '../../browser/storage.ts'

/** Of so many pick lists this browser remembers what was taken; the newest comes last. */
const remembered = 10
const name = 'console-taken-parts'

/** Whose pick list of which orders it is, on one day of the shop. */
export type TakenFrom = { readonly day: string; readonly person: string; readonly orders: string }

type Taken = readonly [day: string, person: string, orders: string, parts: readonly string[]]

/**
 * What a person has already taken of a pick list today, kept in their browser: a phone that was locked or opened
 * another page shows it again. On a phone that is shared nobody sees the ticks of others, and the next day begins
 * without any. A part is named with its units, so that one of which more is needed meanwhile is to be fetched.
 */
export function takenParts(from: TakenFrom): readonly string[] {
  return storedLists().find((each) => isOf(each, from))?.[3] ?? []
}

/** Keeps what was taken, and forgets what was kept on other days. */
export function keepTaken(from: TakenFrom, parts: readonly string[]): void {
  const { day, person, orders } = from
  const others = storedLists().filter((each) => each[0] === day && !isOf(each, from))
  const lists = [...others, ...(parts.length > 0 ? [[day, person, orders, parts]] : [])].slice(-remembered)
  writeText(storageKey(name), JSON.stringify(lists))
}

function isOf([day, person, orders]: Taken, from: TakenFrom): boolean {
  return day === from.day && person === from.person && orders === from.orders
}

function storedLists(): Taken[] {
  const stored = readStored(name)
  return Array.isArray(stored) ? stored.filter((each) => isTaken(each)) : []
}

function isTaken(value: unknown): value is Taken {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [parts, ...names] = value.toReversed() as unknown[]
  return names.every((each) => typeof each === 'string') && isTexts(parts)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
