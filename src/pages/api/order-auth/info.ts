import { OrderInfo } from '../../../contracts/order-auth.ts'
import { orderInfo } from '../../../server/accounts/order-login.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const GET = endpoint(OrderInfo, orderInfo)
