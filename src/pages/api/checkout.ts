import { StartCheckout } from '../../contracts/start-checkout.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { endpoint } from '../../server/http/endpoint.ts'

export const POST = endpoint(StartCheckout, startCheckout)
