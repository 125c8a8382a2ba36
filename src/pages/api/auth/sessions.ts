import { ListSessions } from '../../../contracts/sessions.ts'
import { listSessions } from '../../../server/identity/own-sessions.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const GET = endpoint(ListSessions, listSessions)
