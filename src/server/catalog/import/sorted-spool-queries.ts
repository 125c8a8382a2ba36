import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps items in the order of their keys in a private temporary database file that SQLite deletes on close: memory use
 * is independent of how many there are. What `Spool` knows besides takes half as long again for each item.
 */
export class SortedSpool<Item> {
  readonly #database = new DatabaseSync('')
  readonly #statements
  #size = 0

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -8000; begin;
      create table items (key text primary key, row integer not null, item text not null) without rowid;
    `)
    this.#statements = {
      put: this.#database.prepare('insert into items (key, row, item) values (?, ?, ?) on conflict do nothing'),
      row: this.#database.prepare('select row from items where key = ?'),
      items: this.#database.prepare('select key, item from items where key > ? order by key limit ?'),
    }
    this.#statements.items.setReturnArrays(true)
  }

  /** Adds what a row of the feed says. When the key is there already, returns the row that said so. */
  put(key: string, row: number, item: Item): number | undefined {
    const { changes } = this.#statements.put.run(key, row, JSON.stringify(item))
    if (changes === 0) return Number(this.#statements.row.get(key)?.['row'])
    this.#size += 1
    return undefined
  }

  get size(): number {
    return this.#size
  }

  /** Yields the items in batches of the size that is wanted next. */
  *batches(size: () => number): Generator<Item[]> {
    for (let after = ''; ;) {
      const found = this.#statements.items.all(after, size()) as unknown as [key: string, item: string][]
      const last = found.at(-1)
      if (!last) return
      yield found.map(([, item]): Item => JSON.parse(item))
      ;[after] = last
    }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
