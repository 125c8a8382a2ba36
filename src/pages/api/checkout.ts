import { StartCheckout } from '../../contracts/calls/start-checkout.ts'
import { startCheckout } from '../../server/ordering/checkout/start-checkout.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(StartCheckout, startCheckout)
