import type { APIContext } from 'astro'
import { ExcelToCart, type OrderPreview } from '../../../../src/contracts/calls/excel-to-cart.ts'
import type { CartLine } from '../../../../src/domain/cart/cart-lines.ts'
import { translator } from '../../../../src/i18n/translator.ts'
import { identify } from '../../../../src/server/identity/sessions/identify.ts'
import { excelToCart } from '../../../../src/server/ordering/excel-order/excel-to-cart.ts'
import { endpoint } from '../../../../src/server/platform/http/calls/endpoint.ts'
import { workbookFiles, type TemplateCell } from '../../../../src/server/platform/workbooks/workbook-files.ts'
import { writeZip } from '../../../../src/server/platform/workbooks/write-zip.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { defaultContext } from '../../../support/default-context.ts'
import { jar } from '../../call.ts'

export type Rows = readonly (readonly TemplateCell[])[]

/** An .xlsx with these rows in its first sheet. */
export function workbook(rows: Rows, changes: Record<string, string | Buffer> = {}): Buffer {
  return writeZip({ ...workbookFiles([{ name: 'Order', rows }]), ...changes })
}

type Sent = {
  file?: Buffer | string
  name?: string
  rows?: string
  preview?: boolean
  bearer?: string | null
  language?: 'en' | 'sv'
}
type Problem = { code: string; status: number }
export type Uploaded = { status: number; code: string | undefined; lines: CartLine[]; preview: OrderPreview }

/** Sends an order like a browser or a program, and parses the answer. */
export async function upload(
  shop: Shop,
  { file, name = 'order.xlsx', rows, preview = false, bearer = null, language = 'sv' }: Sent,
): Promise<Uploaded> {
  const form = new FormData()
  if (file !== undefined) form.set('file', new File([new Uint8Array(Buffer.from(file))], name))
  if (rows !== undefined) form.set('rows', rows)
  const url = new URL(`http://shop.test${ExcelToCart.path}${preview ? '?preview=1' : ''}`)
  const request = new Request(url, {
    method: 'POST',
    body: form,
    headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
  })
  const session = await identify(shop, { request, cookies: jar(new Map()) })
  const locals: App.Locals = {
    shop,
    locale: shop.settings.locale(language),
    seller: shop.settings.seller(language),
    features: shop.settings.all.features,
    sales: shop.settings.all.sales,
    session,
    customerId: session?.customer?.id ?? null,
    shopping: defaultContext(language),
    requestId: 'test',
    isShared: false,
    t: translator(language),
    matched: undefined,
  }
  const context: Partial<APIContext> = {
    locals,
    url,
    request,
    params: {},
    clientAddress: '127.0.0.1',
    cookies: jar(new Map()),
  }
  const response = await endpoint(ExcelToCart, excelToCart)(context as APIContext)
  const answer: unknown = await response.json()
  return {
    status: response.status,
    code: (answer as Partial<Problem>).code,
    lines: answer as CartLine[],
    preview: answer as OrderPreview,
  }
}
