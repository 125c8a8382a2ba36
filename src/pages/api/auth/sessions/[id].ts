import { EndSession } from '../../../../contracts/calls/sessions.ts'
import { endSession } from '../../../../server/identity/sessions/own-sessions.ts'
import { endpoint } from '../../../../server/platform/http/calls/endpoint.ts'

export const DELETE = endpoint(EndSession, endSession)
