import { NoteOnOrder } from '../../../../../contracts/calls/api-orders.ts'
import { apiEndpoint } from '../../../../../server/api/api-endpoint.ts'
import { noteOnOrder } from '../../../../../server/api/orders.ts'

export const POST = apiEndpoint(NoteOnOrder, noteOnOrder)
