import { Readable } from 'node:stream'
import type { ListCell, ListFileKind } from '../../../contracts/console/lists.ts'
import { toMajor } from '../../../domain/money/money.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { streamedCacheControl, streamCsv } from '../../platform/workbooks/stream-csv.ts'
import { streamWorkbook } from '../../platform/workbooks/stream-workbook.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { forReports } from '../frame/for-reports.ts'
import { listQuery } from './list-query.ts'
import { matchingRows } from './list-rows.ts'
import { mostFoundOf, type ListSource } from './list-source.ts'

/** A file holds as many rows; one with more says so in its last row. */
export const rowsOfFile = 100_000

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The list as a file that spreadsheets open, sent while its rows are read; no cell is taken for a formula. */
export function listFile<Column extends string>(
  context: ConsoleContext,
  source: ListSource<Column>,
  kind: ListFileKind,
): Response {
  const { name } = source.definition
  const rows = listRows(context, source)
  const file =
    kind === 'xlsx'
      ? streamWorkbook(name, rows)
      : streamCsv(context.shop, rows, context.session.staff.language === 'sv' ? ';' : ',')
  const saved = `${name}-${dayOf(context.shop.now(), context.shop.settings.all.home)}.${kind}`
  return new Response(Readable.toWeb(Readable.from(file)) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': types[kind],
      'Content-Disposition': `attachment; filename="${saved}"`,
      'Cache-Control': streamedCacheControl,
    },
  })
}

/** The rows of a file, head first. */
async function* listRows<Column extends string>(
  context: ConsoleContext,
  source: ListSource<Column>,
): AsyncGenerator<(string | number)[], void> {
  const query = listQuery(source.definition, context.request.url.searchParams)
  const columns = query.columns as readonly Column[]
  const hasMoney = source.definition.columns.some(({ name, isMoney }) => isMoney && columns.includes(name))
  const currency = hasMoney ? [context.request.locals.t('console-frame:list.currency')] : []
  yield [...columns.map((name) => source.columnLabel(context, name)), ...currency]
  let left = rowsOfFile
  for await (const { cells } of matchingRows(forReports(context), source, rowsOfFile + 1)) {
    if (left === 0) yield [context.request.locals.t('console-frame:list.file_ends', { count: rowsOfFile })]
    else {
      const own = columns.map((name) => cells[name])
      yield [...own.map(inFile), ...(hasMoney ? [own.find((cell) => cell?.money)?.money?.currency ?? ''] : [])]
    }
    left -= 1
  }
  const most = await mostFoundOf(forReports(context), source, query.search)
  if (most !== null) yield [context.request.locals.t('console-frame:list.search_most', { count: most })]
}

function inFile(cell: ListCell | undefined): string | number {
  return cell?.money ? toMajor(cell.money.amount) : cellText(cell)
}

/** Both lines of a cell, or what a file has instead; a date has spaces that programs read as such. */
function cellText(cell: ListCell | undefined): string {
  const shown = [cell?.text ?? '', cell?.second ?? ''].filter((each) => each !== '').join(' ')
  const text = cell?.inFile ?? shown
  return text.replace(/^(\d+)\u00A0(\p{L}+)\u00A0(\d{4})\b/u, '$1 $2 $3')
}
