import { createHash } from 'node:crypto'
import type { PiecePart, ProductPiecesPage } from '../../../../contracts/console/product-pieces.ts'
import { toMinor, type Minor } from '../../../../domain/money/money.ts'
import { productType } from '../../../../domain/products/products.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { productValues } from '../product-values.ts'
import { productLink } from '../record/product-link.ts'
import { productAt } from '../record/record-state-queries.ts'
import { findPieces } from './find-pieces.ts'
import { partsOf } from './piece-queries.ts'

/** The largest number of different pieces in a set. */
export const maxPieces = 100
const maxQueryLength = 100

/** Changes with the pieces, their order and their numbers. */
export function piecesVersion(items: ProductRecord['set_items']): string {
  const text = JSON.stringify(items.map(({ product_id: id, quantity }) => [id, quantity]))
  return createHash('sha256').update(text).digest('base64url').slice(0, 20)
}

async function requestedSet({ shop, request }: ConsoleContext): Promise<ProductRecord | undefined> {
  const found = await productAt(shop.db, request.params['sku'] ?? '')
  const [stored] = found?.type === productType.set ? await storedRecords(shop.db, shop.kind, [found.id]) : []
  return stored?.record
}

/** The pieces of the set of the address, with what a search finds; undefined where there is no such set. */
export async function piecesContent(context: ConsoleContext): Promise<ProductPiecesPage | undefined> {
  const { shop, session, request } = context
  const record = await requestedSet(context)
  if (!record) return undefined
  const { home } = shop.settings.all
  const query = (request.url.searchParams.get('q') ?? '').trim().slice(0, maxQueryLength)
  const hits = query === '' ? null : await findPieces(context, query)
  const parts = await partsById(context, [...record.set_items.map(({ product_id: id }) => id), ...(hits ?? [])])
  const pieces = record.set_items.flatMap(({ product_id: id, quantity }) => {
    const part = parts.get(id)
    return part ? [{ ...part, quantity }] : []
  })
  const { texts } = record
  return {
    id: record.id,
    sku: record.sku,
    name: texts[session.staff.language].name || texts.en.name || texts.sv.name,
    currency: home.currency,
    pieces,
    version: piecesVersion(record.set_items),
    price:
      record.prices.find(({ currency, min_quantity: from }) => currency === home.currency && from === 1)?.amount ??
      null,
    apart: apart(pieces),
    sets: setsOf(pieces),
    query,
    found: hits && hits.flatMap((id) => parts.get(id) ?? []),
    most: maxPieces,
    mayChange: may(session, 'products.change'),
  }
}

function setsOf(pieces: ProductPiecesPage['pieces']): number {
  const each = pieces.map(({ available, quantity }) => Math.floor(available / quantity))
  return each.length === 0 ? 0 : Math.max(0, Math.min(...each))
}

function apart(pieces: ProductPiecesPage['pieces']): Minor | null {
  if (pieces.length === 0 || pieces.some(({ price }) => price === null)) return null
  return pieces.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0)
}

async function partsById({ shop, session }: ConsoleContext, ids: readonly string[]): Promise<Map<string, PiecePart>> {
  const rows = await partsOf(shop.db, ids)
  const values = await productValues(shop, rows, shop.settings.all.home.currency)
  const { language } = session.staff
  return new Map(
    rows.map(({ id, sku, status }) => {
      const { names = {}, price = '', available = 0 } = values.get(id) ?? {}
      const name = names[language] || names['en'] || names['sv'] || ''
      const amount = price === '' ? null : toMinor(Number(price))
      return [id, { id, sku, name, status, address: productLink({ id, sku }), price: amount, available }]
    }),
  )
}
