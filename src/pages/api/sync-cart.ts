import { SyncCart } from '../../contracts/sync-cart.ts'
import { syncCart } from '../../server/cart/sync-cart.ts'
import { endpoint } from '../../server/http/endpoint.ts'

export const POST = endpoint(SyncCart, syncCart)
