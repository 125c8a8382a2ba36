import { SavedCart } from '../../contracts/saved-cart.ts'
import { savedCart } from '../../server/cart/sync-cart.ts'
import { endpoint } from '../../server/http/endpoint.ts'

export const POST = endpoint(SavedCart, savedCart)
