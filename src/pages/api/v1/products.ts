import { ListProducts } from '../../../contracts/calls/api-goods.ts'
import { apiEndpoint } from '../../../server/api/api-endpoint.ts'
import { listProducts } from '../../../server/api/goods.ts'

export const GET = apiEndpoint(ListProducts, listProducts)
