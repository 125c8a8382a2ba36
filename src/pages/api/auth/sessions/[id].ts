import { EndSession } from '../../../../contracts/sessions.ts'
import { endSession } from '../../../../server/accounts/own-sessions.ts'
import { endpoint } from '../../../../server/http/endpoint.ts'

export const DELETE = endpoint(EndSession, endSession)
