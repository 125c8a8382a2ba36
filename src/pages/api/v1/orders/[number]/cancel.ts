import { CancelOrder } from '../../../../../contracts/calls/api-orders.ts'
import { apiEndpoint } from '../../../../../server/api/api-endpoint.ts'
import { cancelOrderOnce } from '../../../../../server/api/orders.ts'

export const POST = apiEndpoint(CancelOrder, cancelOrderOnce)
