import type { Database, Tables } from '../../src/server/platform/db/tables.ts'

/** How many times each record is repeated; lists show 50 of them on a page. */
export const times = 60

/** So many values, made from 1, 2, 3 and so on. */
export function counted<Value>(make: (index: number) => Value): Value[] {
  return Array.from({ length: times }, (_, index) => make(index + 1))
}

/** Repeats the first rows of a table with other values in the columns in which no two rows may be the same. */
export async function repeat(
  db: Database,
  table: keyof Tables,
  columns: readonly string[],
  first: number,
): Promise<void> {
  const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().limit(first).execute()
  const copies = counted((at) =>
    rows.map(({ seq: _seq, ...copy }) => {
      const keys = columns.map((column) => [column, numbered(copy[column], at)])
      return { ...copy, ...Object.fromEntries(keys) }
    }),
  )
  for (const each of copies.filter((copy) => copy.length > 0))
    await db
      .insertInto(table)
      .values(each as never)
      .execute()
}

/** A number counts on, and other texts get one. */
function numbered(text: unknown, at: number): unknown {
  if (typeof text !== 'string') return text
  return /^\d+$/.test(text) ? String(Number(text) + 10 * at) : `${at}-${text}`
}
