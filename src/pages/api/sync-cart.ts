import { SyncCart } from '../../contracts/calls/sync-cart.ts'
import { syncCart } from '../../server/ordering/cart/sync-cart.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(SyncCart, syncCart)
