import { CurrentDeal } from '../../contracts/calls/current-deal.ts'
import { dealNow } from '../../server/content/deal-now.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(
  CurrentDeal,
  async ({ db, now }, _input, { locals }) => (await dealNow(db, locals.shopping, now())).deal,
)
