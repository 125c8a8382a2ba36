import { DatabaseSync } from 'node:sqlite'

/** What names a picture: columns with an id, and columns with ids or addresses within a text. */
const columns = [
  ['products', 'picture_id'],
  ['categories', 'picture_id'],
  ['product_pictures', 'picture_id'],
  ['guides', 'published'],
  ['order_lines', 'details'],
]

/** The name of a drawing: its kind, its view and a part of its hash. */
const drawing = /[a-z\d-]+-([a-z]+)-[\da-f]{8}\.svg/g

/**
 * Makes all parts of a demo show the same picture in each of their views, so that a browser asks for it once and not
 * forty times for a page.
 * @returns the ids of the pictures that are left.
 */
export function sharePictures(sqliteFile: string): string[] {
  const database = new DatabaseSync(sqliteFile)
  try {
    database.function('shared', { deterministic: true }, (text) =>
      String(text).replace(drawing, 'plain-$1-00000000.svg'),
    )
    database.exec('begin; insert or ignore into pictures select shared(id), width, height from pictures')
    for (const [table, column] of columns)
      database.exec(`update ${table} set ${column} = shared(${column}) where ${column} like '%.svg%'`)
    database.exec('delete from pictures where id <> shared(id); commit')
    const left = database.prepare('select id from pictures').all()
    return left.map(({ id }) => String(id))
  } finally {
    database.close()
  }
}
