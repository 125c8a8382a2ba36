import { SyncCoupons } from '../../contracts/sync-coupons.ts'
import { syncCoupons } from '../../server/discounts/sync-coupons.ts'
import { endpoint } from '../../server/http/endpoint.ts'

export const POST = endpoint(SyncCoupons, syncCoupons)
