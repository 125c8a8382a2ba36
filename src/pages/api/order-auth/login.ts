import { LogInToOrder } from '../../../contracts/calls/order-auth.ts'
import { logInToOrder } from '../../../server/ordering/account/order-login.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(LogInToOrder, logInToOrder)
