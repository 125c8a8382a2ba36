import { SyncCart } from '../../contracts/sync-cart.ts'
import { syncCart } from '../../server/ordering/cart/sync-cart.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(SyncCart, syncCart)
