import { ReadOrder } from '../../../../contracts/calls/api-orders.ts'
import { apiEndpoint } from '../../../../server/api/api-endpoint.ts'
import { readOrder } from '../../../../server/api/orders.ts'

export const GET = apiEndpoint(ReadOrder, readOrder)
