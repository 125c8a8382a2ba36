import { SearchTriggers } from '../../contracts/calls/search-triggers.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'
import { findHints } from '../../server/storefront/find-products.ts'

export const GET = endpoint(SearchTriggers, findHints)
