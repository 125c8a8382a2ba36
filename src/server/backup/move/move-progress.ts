/** What a move is doing: `done` of `all` rows, tables or products. */
export type MoveStep = {
  step: 'copies' | 'compares' | 'indexes' | 'search'
  name: string
  done: number
  all: number
}
export type ShowStep = (step: MoveStep) => void

/** What was moved: tables, rows and products that the search finds; `kept` are sentences about what was there. */
export type Moved = {
  tables: number
  rows: number
  searchable: number
  seconds: number
  isContinued: boolean
  kept: string[]
}

/** Passes rows on, and shows every ten thousandth. */
export function* withProgress<Row>(rows: Iterable<Row>, show: (done: number) => void): Generator<Row> {
  let done = 0
  for (const row of rows) {
    yield row
    done += 1
    if (done % 10_000 === 0) show(done)
  }
}
