import { OrderInfo } from '../../../contracts/calls/order-auth.ts'
import { orderInfo } from '../../../server/ordering/account/order-login.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(OrderInfo, orderInfo)
