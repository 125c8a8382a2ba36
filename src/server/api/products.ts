import { ChangeProduct, type ApiProduct, type ReadProduct } from '../../contracts/calls/api-products.ts'
import type { Contract } from '../../contracts/calls/contract.ts'
import { changeProduct, ProductChangeError, productFields } from '../catalog/changes/change-product.ts'
import { productNamed, textsOf } from '../catalog/changes/goods-queries.ts'
import { RowProblem } from '../catalog/import/feeds/feed-row.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { ProblemError } from '../platform/http/answers/problem.ts'
import type { ApiRequest } from './api-endpoint.ts'
import { changeOnce } from './change-once.ts'

type Product = NonNullable<Awaited<ReturnType<typeof productNamed>>>

export async function readProduct(request: ApiRequest<typeof ReadProduct>): Promise<ApiProduct> {
  return wholeProduct(request.shop.db, await requestedProduct(request))
}

/** Changes texts and status of a product, and nothing else of it. */
export async function changeProductOnce(request: ApiRequest<typeof ChangeProduct>): Promise<ApiProduct> {
  const { db } = request.shop
  const { updated_at: knownAt, status, texts } = request.body
  const product = await requestedProduct(request)
  const changing = changeOnce(request, {
    action: {
      operation: 'products.change',
      subject: { kind: 'product', id: product.id, label: product.sku },
      fields: (trx) => productFields(trx, product.id),
    },
    run: (shop) => changeProduct(shop, product.id, { knownAt, status, texts }),
    answer: async () => wholeProduct(db, (await productNamed(db, product.sku)) ?? product),
    schema: ChangeProduct.response,
  })
  return changing.catch(throwProblem)
}

function throwProblem(error: unknown): never {
  if (error instanceof RowProblem)
    throw new ProblemError(422, 'text_unusable', { detail: `${error.column}: ${error.message}`, cause: error })
  if (!(error instanceof ProductChangeError)) throw error
  throw new ProblemError(error.fault === 'product_unknown' ? 404 : 409, error.fault, {
    detail: error.message,
    cause: error,
  })
}

async function requestedProduct<C extends Contract>({ shop, call }: ApiRequest<C>): Promise<Product> {
  const found = await productNamed(shop.db, (call.params['product'] ?? '').slice(0, 120))
  if (!found) throw new ProblemError(404, 'product_unknown', { detail: 'No article has this number or id.' })
  return found
}

const noTexts = { name: '', prefix: '', label: '', slug: '', description: '' }

async function wholeProduct(db: Queryable, product: Product): Promise<ApiProduct> {
  const rows = await textsOf(db, product.id)
  const of = (wanted: string) => {
    const { language: _language, ...texts } = rows.find(({ language }) => language === wanted) ?? {
      language: wanted,
      ...noTexts,
    }
    return texts
  }
  return { ...product, texts: { sv: of('sv'), en: of('en') } }
}
