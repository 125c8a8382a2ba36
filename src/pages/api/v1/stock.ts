import { ChangeStock, ListStock } from '../../../contracts/calls/api-goods.ts'
import { apiEndpoint } from '../../../server/api/api-endpoint.ts'
import { changeStockOnce, listStock } from '../../../server/api/goods.ts'

export const GET = apiEndpoint(ListStock, listStock)
export const POST = apiEndpoint(ChangeStock, changeStockOnce)
