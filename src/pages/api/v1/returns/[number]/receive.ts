import { ReceiveReturn } from '../../../../../contracts/calls/api-returns.ts'
import { apiEndpoint } from '../../../../../server/api/api-endpoint.ts'
import { receiveReturnOnce } from '../../../../../server/api/returns.ts'

export const POST = apiEndpoint(ReceiveReturn, receiveReturnOnce)
