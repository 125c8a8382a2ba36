import { Readable } from 'node:stream'
import { toMajor } from '../../../domain/money/money.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { streamedCacheControl, streamCsv } from '../../platform/workbooks/stream-csv.ts'
import { streamWorkbook } from '../../platform/workbooks/stream-workbook.ts'
import { rowsIdOf, type PriceList } from '../../pricing/price-lists/price-list-queries.ts'
import { shownPriceRows, type RowKey } from '../../pricing/price-lists/row-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

const rowsAtOnce = 1_000
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The rows of a list as a file that its import reads back, sent while they are read. */
export function priceListFile(context: ConsoleContext, list: PriceList, kind: 'csv' | 'xlsx'): Response {
  const rows = fileRows(context, list)
  const { language } = context.session.staff
  const file =
    kind === 'xlsx' ? streamWorkbook('prices', rows) : streamCsv(context.shop, rows, language === 'sv' ? ';' : ',')
  const saved = `price-list-${dayOf(context.shop.now(), context.shop.settings.all.home)}.${kind}`
  return new Response(Readable.toWeb(Readable.from(file)) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': types[kind],
      'Content-Disposition': `attachment; filename="${saved}"`,
      'Cache-Control': streamedCacheControl,
    },
  })
}

async function* fileRows(
  { shop, request }: ConsoleContext,
  list: PriceList,
): AsyncGenerator<(string | number)[], void> {
  const { t } = request.locals
  yield [t('console-price-lists:file.sku'), t('console-price-lists:file.price'), t('console-price-lists:file.quantity')]
  let after: RowKey | undefined
  for (;;) {
    const rows = await shownPriceRows(shop.db, rowsIdOf(list), { after, limit: rowsAtOnce })
    for (const { sku, amount, min_quantity: quantity } of rows) yield [sku, toMajor(amount), quantity]
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = { product: last.product_id, quantity: last.min_quantity }
  }
}
