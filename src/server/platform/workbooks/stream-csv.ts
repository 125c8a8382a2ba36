import { byteOrderMark, csvRow } from '../../../domain/lists/csv.ts'
import type { Turns } from '../turns.ts'

/** Lets a file be sent while it is made: to be compressed, it would be kept in memory as a whole first. */
export const streamedCacheControl = 'private, no-store, no-transform'

type Rows = AsyncIterable<readonly (string | number)[]>

/** Letters of one part: so many are made without a break. */
const chunkLength = 64 * 1024

/**
 * A .csv made while its rows are read. Between its parts others have a turn: a reader that is as fast as the database
 * never waits, and twenty files would hold up everybody else for seconds.
 */
export async function* streamCsv(
  { turns }: { turns: Turns },
  rows: Rows,
  separator: ',' | ';',
): AsyncGenerator<Buffer, void> {
  let part = byteOrderMark
  for await (const row of rows) {
    part += csvRow(row, separator)
    if (part.length < chunkLength) continue
    yield Buffer.from(part)
    part = ''
    await turns.next()
  }
  yield Buffer.from(part)
}
