import { ChangeProduct, ReadProduct } from '../../../../contracts/calls/api-products.ts'
import { apiEndpoint } from '../../../../server/api/api-endpoint.ts'
import { changeProductOnce, readProduct } from '../../../../server/api/products.ts'

export const GET = apiEndpoint(ReadProduct, readProduct)
export const PATCH = apiEndpoint(ChangeProduct, changeProductOnce)
