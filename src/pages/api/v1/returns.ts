import { ListReturns } from '../../../contracts/calls/api-returns.ts'
import { apiEndpoint } from '../../../server/api/api-endpoint.ts'
import { listReturns } from '../../../server/api/returns.ts'

export const GET = apiEndpoint(ListReturns, listReturns)
