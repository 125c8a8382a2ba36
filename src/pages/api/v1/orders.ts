import { ListOrders } from '../../../contracts/calls/api-orders.ts'
import { apiEndpoint } from '../../../server/api/api-endpoint.ts'
import { listOrders } from '../../../server/api/orders.ts'

export const GET = apiEndpoint(ListOrders, listOrders)
