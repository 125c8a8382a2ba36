import { ListSessions } from '../../../contracts/sessions.ts'
import { listSessions } from '../../../server/accounts/own-sessions.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const GET = endpoint(ListSessions, listSessions)
