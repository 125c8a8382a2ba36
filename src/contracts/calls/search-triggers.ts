import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

const searchHint = z.object({ id: z.string(), hint: z.string(), url: z.string(), url_title: z.string() })
export type SearchHint = z.infer<typeof searchHint>

/** GET /api/search-triggers (spec section 7). */
export const SearchTriggers = defineCall({
  method: 'GET',
  path: '/api/search-triggers',
  query: z.object({ query: z.string().check(z.maxLength(400)) }),
  response: z.array(searchHint),
  errors: [],
})
