import { CurrentDeal } from '../../contracts/current-deal.ts'
import { runningDeal } from '../../server/content/queries.ts'
import { endpoint } from '../../server/http/endpoint.ts'

export const GET = endpoint(CurrentDeal, async ({ db, now }, _input, { locals }) =>
  await runningDeal(db, locals.shopping.language, now().toISOString()) ?? null)
