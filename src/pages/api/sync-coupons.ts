import { SyncCoupons } from '../../contracts/calls/sync-coupons.ts'
import { syncCoupons } from '../../server/ordering/cart/sync-coupons.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(SyncCoupons, syncCoupons)
