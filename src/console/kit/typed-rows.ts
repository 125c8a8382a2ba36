import type { Typed } from './merge-field.ts'

/** The values of a row by the names of its fields. */
type Row = Readonly<Record<string, string>>
type TypedRow = { place: number; own: Row; was: Row; faults: Row }

/** The rows of a list in a form: those that it has before the blank one, and what was typed in all of them. */
export type TypedRows = { count: number; typed: Typed | undefined }

const removeKey = 'remove'

/**
 * The rows of a refused form (its fields are `set:<list>.<place>.<name>`) beside those that are stored now, which may
 * be others. Rows that were added, and changed ones that are no longer stored, follow the stored ones, so that nothing
 * typed is lost; a row is not taken out any more where another one is in its place.
 */
export function typedRows(list: string, stored: readonly Row[], typed: Typed | undefined): TypedRows {
  if (typed?.[`set:${list}.rows`] === undefined) return { count: stored.length, typed }
  const rows = rowsIn(list, typed)
  const isKept = ({ place, was }: TypedRow) => place < stored.length && hasText(was)
  const kept = rows.filter(isKept).map((row) => withoutWrongRemoval(row, stored[row.place] ?? {}))
  const added = rows.filter((row) => !isKept(row) && isOwn(row)).map((row) => ({ ...row, was: {} }))
  const unchanged = (row: Row, place: number): TypedRow => ({ place, own: row, was: row, faults: {} })
  const all = [
    ...stored.map((row, place) => kept.find((each) => each.place === place) ?? unchanged(row, place)),
    ...added.map((row, at) => ({ ...row, place: stored.length + at })),
  ]
  const others = Object.entries(typed).filter(([name]) => !partOf(list, name))
  const count = stored.length + added.length
  return {
    count,
    typed: Object.fromEntries([
      ...others,
      ...all.flatMap((row) => fieldsOf(list, row)),
      [`set:${list}.rows`, `${count}`],
    ]),
  }
}

type Part = { kind: 'own' | 'was' | 'faults'; place: number; field: string }
const prefixes = { own: '', was: 'was:', faults: 'fault:' } as const

/** Which field of which row a name of the form is. */
function partOf(list: string, name: string): Part | undefined {
  const kind = name.startsWith('was:') ? 'was' : name.startsWith('fault:') ? 'faults' : 'own'
  const start = `${prefixes[kind]}set:${list}.`
  const [, place, field] = (name.startsWith(start) && /^(\d{1,4})(?:\.(\w+))?$/.exec(name.slice(start.length))) || []
  return place === undefined ? undefined : { kind, place: Number(place), field: field ?? '' }
}

function rowsIn(list: string, typed: Typed): TypedRow[] {
  const rows = new Map<number, { [Kind in Part['kind']]: Record<string, string> }>()
  for (const [name, value] of Object.entries(typed)) {
    const part = partOf(list, name)
    if (!part) continue
    const row = rows.get(part.place) ?? { own: {}, was: {}, faults: {} }
    row[part.kind][part.field] = value
    rows.set(part.place, row)
  }
  return [...rows].map(([place, row]) => ({ place, ...row })).toSorted((one, other) => one.place - other.place)
}

function fieldsOf(list: string, { place, own, was, faults }: TypedRow): (readonly [string, string])[] {
  const named = (prefix: string, row: Row) =>
    Object.entries(row).map(
      ([field, value]) => [`${prefix}set:${list}.${place}${field === '' ? '' : `.${field}`}`, value] as const,
    )
  // A row that is added had nothing before, also where the form does not say so.
  const before = Object.fromEntries(Object.keys(own).map((field) => [field, was[field] ?? '']))
  return [...named('', own), ...named('was:', before), ...named('fault:', faults)]
}

const hasText = (row: Row): boolean => Object.values(row).some((value) => value.trim() !== '')

/** Whether somebody has typed in a row that is not stored, or not any more. */
function isOwn({ own, was }: TypedRow): boolean {
  if (own[removeKey] !== undefined) return false
  return hasText(own) && Object.entries(own).some(([field, value]) => value.trim() !== (was[field] ?? '').trim())
}

function withoutWrongRemoval(row: TypedRow, now: Row): TypedRow {
  if (Object.entries(row.was).every(([field, value]) => (now[field] ?? '') === value)) return row
  const { [removeKey]: _, ...own } = row.own
  return { ...row, own }
}
