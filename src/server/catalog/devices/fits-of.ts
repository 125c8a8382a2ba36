import { maxProductsAsked, type Fits } from '../../../contracts/calls/fits.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import type { Shop } from '../../platform/shop.ts'
import { deviceBySlug } from '../listing/listing-queries.ts'
import { fitsOfProducts } from './device-queries.ts'

/** GET /api/fits: tells which products fit a device; both lists are empty for a device that is not known. */
export const fitsOf: Operation<typeof Fits, Shop> = async ({ db, kind }, { query }) => {
  const ids = [...new Set(query.products.split(','))].filter(Boolean).slice(0, maxProductsAsked)
  const device = ids.length > 0 ? await deviceBySlug(db, query.device) : undefined
  const rows = device ? await fitsOfProducts(db, kind, device.id, ids) : []
  const idsWhere = (fits: boolean) => rows.filter((row) => (row.fits === 1) === fits).map((row) => row.id)
  return { fitting: idsWhere(true), other: idsWhere(false) }
}
