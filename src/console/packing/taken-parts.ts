import { readStored, storageKey, writeText } from '../../browser/storage.ts'

/** Of so many pick lists this browser remembers what was taken; the newest comes last. */
const remembered = 10
const name = 'console-taken-parts'

type Taken = readonly [list: string, parts: readonly string[]]

/**
 * What a person has already taken of a pick list, kept in their browser: a phone that was locked or opened another page
 * shows it again. `list` names the orders of the pick list. A part is named with its units, so that one of which more
 * is needed meanwhile is to be fetched.
 */
export function takenParts(list: string): readonly string[] {
  return storedLists().find(([each]) => each === list)?.[1] ?? []
}

export function keepTaken(list: string, parts: readonly string[]): void {
  const others = storedLists().filter(([each]) => each !== list)
  const lists = [...others, ...(parts.length > 0 ? [[list, parts]] : [])].slice(-remembered)
  writeText(storageKey(name), JSON.stringify(lists))
}

function storedLists(): Taken[] {
  const stored = readStored(name)
  return Array.isArray(stored) ? stored.filter((each) => isTaken(each)) : []
}

function isTaken(value: unknown): value is Taken {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !Array.isArray(value[1])) return false
  return value[1].every((part) => typeof part === 'string')
}
