import { LogInToOrder } from '../../../contracts/order-auth.ts'
import { logInToOrder } from '../../../server/accounts/order-login.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(LogInToOrder, logInToOrder)
