import { ChangePrices, ListPrices } from '../../../contracts/calls/api-goods.ts'
import { apiEndpoint } from '../../../server/api/api-endpoint.ts'
import { changePricesOnce, listPrices } from '../../../server/api/goods.ts'

export const GET = apiEndpoint(ListPrices, listPrices)
export const POST = apiEndpoint(ChangePrices, changePricesOnce)
