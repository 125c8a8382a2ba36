import { SearchTriggers } from '../../contracts/search-triggers.ts'
import { endpoint } from '../../server/http/endpoint.ts'
import { findHints } from '../../server/search/find-products.ts'

export const GET = endpoint(SearchTriggers, findHints)
