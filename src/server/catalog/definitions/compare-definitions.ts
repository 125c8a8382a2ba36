import type { Queryable } from '../../platform/db/tables.ts'
import {
  definitionTables,
  storedDefinitions,
  type AnyRow,
  type DefinitionRows,
  type DefinitionTable,
} from './definition-queries.ts'

type Compared = { added: ReadonlySet<AnyRow>; known: number; faults: string[] }
type Table = { key: readonly string[]; unique: readonly string[]; counted: readonly string[] }

/** Tells which rows the shop does not have, and which it has otherwise. */
export async function compareDefinitions(db: Queryable, wanted: DefinitionRows): Promise<Compared> {
  const [added, faults] = [new Set<AnyRow>(), [] as string[]]
  let known = 0
  for (const table of Object.keys(definitionTables) as DefinitionTable[]) {
    const compare = comparison(await storedDefinitions(db, table), definitionTables[table])
    for (const row of wanted[table]) {
      const answer = compare(row)
      if (answer === 'new') added.add(row)
      else if (answer === 'known') known += 1
      else faults.push(`${table} ${answer}`)
    }
  }
  return { added, known, faults }
}

/** @returns a function that takes one row after the other and returns whether it is new, or what is wrong with it. */
function comparison(stored: readonly AnyRow[], { key, unique, counted }: Table): (row: AnyRow) => string {
  const has = new Map(stored.map((row) => [cells(row, key), row]))
  const taken = new Map(unique.length === 0 ? [] : stored.map((row) => [cells(row, unique), columnsText(row, key)]))
  const given = new Set<string>()
  return (row) => {
    const [found, name] = [cells(row, key), columnsText(row, key)]
    if (given.has(found)) return `${name}: it is in the file twice`
    given.add(found)
    const known = has.get(found)
    const other = known && firstDifferentColumn(known, row, counted)
    if (known) return other === undefined ? 'known' : `${name}: the shop has another ${other}`
    const owner = taken.get(cells(row, unique))
    if (owner !== undefined) return `${name}: its ${unique.join(' and ')} is that of ${owner}`
    if (unique.length > 0) taken.set(cells(row, unique), name)
    return 'new'
  }
}

/** @returns the first column in which two rows differ. */
function firstDifferentColumn(one: AnyRow, other: AnyRow, counted: readonly string[]): string | undefined {
  return Object.keys(other).find((column) => !counted.includes(column) && one[column] !== other[column])
}

const cells = (row: AnyRow, columns: readonly string[]): string => columns.map((column) => row[column]).join('\0')
const columnsText = (row: AnyRow, columns: readonly string[]): string => columns.map((column) => row[column]).join(' ')
