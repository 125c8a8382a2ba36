import { EndSession } from '../../../../contracts/sessions.ts'
import { endSession } from '../../../../server/identity/own-sessions.ts'
import { endpoint } from '../../../../server/platform/http/endpoint.ts'

export const DELETE = endpoint(EndSession, endSession)
