import { ListSessions } from '../../../contracts/calls/sessions.ts'
import { listSessions } from '../../../server/identity/sessions/own-sessions.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(ListSessions, listSessions)
