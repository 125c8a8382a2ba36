import { ReadReturn } from '../../../../contracts/calls/api-returns.ts'
import { apiEndpoint } from '../../../../server/api/api-endpoint.ts'
import { readReturn } from '../../../../server/api/returns.ts'

export const GET = apiEndpoint(ReadReturn, readReturn)
