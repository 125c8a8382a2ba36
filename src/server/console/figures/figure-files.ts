import { Readable } from 'node:stream'
import type { FigureTable, FiguresPage } from '../../../contracts/console/figures.ts'
import { formatCsv, type CsvCell } from '../../../domain/lists/csv.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { amountCell } from '../../../i18n/money.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { streamWorkbook } from '../../platform/workbooks/stream-workbook.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

type Rows = (page: FiguresPage, t: Translate) => CsvCell[][]

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Makes a file of one table of the figures; amounts are decimal, in the base currency. */
export function figureFile(
  { request, session }: ConsoleContext,
  { table, kind }: { table: FigureTable; kind: 'csv' | 'xlsx' },
  page: FiguresPage,
): Response {
  const { from, to } = page.period
  const rows = tables[table](page, request.locals.t)
  const body =
    kind === 'csv'
      ? formatCsv(rows, session.staff.language === 'sv' ? ';' : ',')
      : (Readable.toWeb(Readable.from(streamWorkbook(table, sheetRows(rows)))) as ReadableStream<Uint8Array>)
  return new Response(body, {
    headers: {
      'Content-Type': types[kind],
      'Content-Disposition': `attachment; filename="${table}-${page.currency}-${from}-${to}.${kind}"`,
    },
  })
}

async function* sheetRows(rows: readonly CsvCell[][]): AsyncGenerator<CsvCell[], void> {
  yield* rows
}

const tables: Readonly<Record<FigureTable, Rows>> = {
  sales: ({ buckets }, t) => [
    [
      t('console-figures:from'),
      t('console-figures:orders'),
      t('console-figures:units'),
      t('console-figures:gross'),
      t('console-figures:net'),
      t('console-figures:credited'),
      t('console-figures:net_before'),
    ],
    ...buckets.map(({ from, now, before }) => [
      from,
      now.orders,
      now.units,
      cell(now.gross),
      cell(now.net),
      cell(now.credited),
      cell(before.net),
    ]),
  ],
  parts: ({ parts }, t) => [
    [...part(t), t('console-figures:units'), t('console-figures:net'), t('console-figures:cost')],
    ...parts.map(({ sku, name, units, net, cost }) => [sku, name, units, cell(net), costCell(cost)]),
  ],
  slow: ({ slow }, t) => [
    [...part(t), t('console-figures:units'), t('console-figures:unit_cost'), t('console-figures:worth')],
    ...slow.map(({ sku, name, units, cost, worth }) => [sku, name, units, costCell(cost), costCell(worth)]),
  ],
  returns: ({ returns }, t) => [
    [...part(t), t('console-figures:returned'), t('console-figures:sold'), t('console-figures:reasons')],
    ...returns.map(({ sku, name, returned, sold, reasons }) => [
      sku,
      name,
      returned,
      sold,
      reasons.map((reason) => t(`console-packing:return_reason.${reason}`)).join(', '),
    ]),
  ],
  codes: ({ codes }, t) => [
    [t('console-figures:code'), t('console-figures:orders'), t('console-figures:net'), t('console-figures:discount')],
    ...codes.map(({ code, orders, net, discount }) => [code, orders, cell(net), cell(discount)]),
  ],
  views: ({ viewed }, t) => [
    [
      ...part(t),
      t('console-figures:views'),
      t('console-figures:views_before'),
      t('console-figures:in_checkouts'),
      t('console-figures:orders'),
    ],
    ...viewed.parts.map(({ sku, name, views, before, carts, orders }) => [sku, name, views, before, carts, orders]),
  ],
  reduced: ({ reduced }, t) => [
    [
      ...part(t),
      t('console-figures:units'),
      t('console-figures:units_before'),
      t('console-figures:net'),
      t('console-figures:reduction'),
    ],
    ...reduced.map(({ sku, name, units, before, net, reduction }) => [
      sku,
      name,
      units,
      before,
      cell(net),
      cell(reduction),
    ]),
  ],
}

const part = (t: Translate) => [t('console-figures:sku'), t('console-figures:name')]
const cell = (amount: Minor) => Number(amountCell(amount))
const costCell = (amount: Minor | null): CsvCell => (amount === null ? '' : cell(amount))
