import type { APIContext } from 'astro'
import type { ListLine } from '../../../contracts/customer-pages/part-lists.ts'
import { formatCsv, type CsvCell } from '../../../domain/lists/csv.ts'
import { toMajor } from '../../../domain/money/money.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { translator } from '../../../i18n/translator.ts'
import { requireAccount } from '../../identity/access/require-account.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { workbookFiles } from '../../platform/workbooks/workbook-files.ts'
import { writeZip } from '../../platform/workbooks/write-zip.ts'
import { listLines } from './line-queries.ts'
import { listById } from './list-queries.ts'
import { pricedList } from './priced-list.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
/** Widths of the columns in characters. */
const widths = [22, 48, 10, 14, 14, 10, 18, 40]

type Asking = Pick<APIContext, 'locals' | 'url'>

/**
 * GET /{lang}/my-account/lists/:id/{parts.csv|parts.xlsx}: a list as a file that the quick order reads again.
 * Visitors who are not signed in are led to the login. Throws 404 for lists that the customer may not read.
 */
export async function listFile(asking: Asking, { id, file }: { id: string; file: string }): Promise<Response> {
  const { shop, shopping } = asking.locals
  const account = await requireAccount(shop, asking)
  if (account instanceof Response) return account
  const { id: customerId } = account.session.customer
  const list = await listById(shop.db, customerId, id)
  const kind = kindOf(file)
  if (!list || !kind) throw new ProblemError(404, 'not_found')
  const { lines } = await pricedList(shop, { shopping, customerId }, await listLines(shop.db, list.id))
  const rows = rowsOf(lines, shopping)
  const body =
    kind === 'csv'
      ? formatCsv(rows, shopping.language === 'sv' ? ';' : ',')
      : new Uint8Array(writeZip(workbookFiles([{ name: sheetName(list.name), rows, widths }])))
  return new Response(body, {
    headers: {
      'Content-Type': contentTypes[kind],
      'Content-Disposition': disposition(list.name, kind),
      'Cache-Control': 'private, no-store',
    },
  })
}

function kindOf(file: string): keyof typeof contentTypes | undefined {
  if (file === 'parts.csv') return 'csv'
  return file === 'parts.xlsx' ? 'xlsx' : undefined
}

/** Part number and quantity have the names by which the quick order finds them. */
function rowsOf(lines: readonly ListLine[], { language, currency }: ShoppingContext): CsvCell[][] {
  const t = translator(language)
  const head = [
    t('lists:file.number'),
    t('lists:file.name'),
    t('lists:file.quantity'),
    t('lists:file.unit_inc'),
    t('lists:file.unit_ex'),
    t('lists:file.currency'),
    t('lists:file.stock'),
    t('lists:file.note'),
  ]
  const rows = lines.map(({ sku, name, quantity, unit, stock, note }) => [
    sku,
    name,
    quantity,
    unit ? toMajor(unit.inc) : '',
    unit ? toMajor(unit.ex) : '',
    unit ? currency.code : '',
    stock ? t(`islands:stock_status.${stock}`) : t('lists:line.gone'),
    note,
  ])
  return [head, ...rows]
}

/** Excel allows 31 characters and not these signs in the name of a sheet. */
function sheetName(name: string): string {
  return (
    name
      .replace(/[\\/?*[\]:']/g, ' ')
      .slice(0, 31)
      .trim() || 'List'
  )
}

function disposition(name: string, kind: string): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^\w .-]/g, '')
      .trim() || 'list'
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}.${kind}"; filename*=UTF-8''${encoded}.${kind}`
}
