import { SavedCart } from '../../contracts/calls/saved-cart.ts'
import { savedCart } from '../../server/ordering/cart/sync-cart.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(SavedCart, savedCart)
