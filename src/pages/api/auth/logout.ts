import { LogOut } from '../../../contracts/calls/sessions.ts'
import { logOut } from '../../../server/identity/sessions/own-sessions.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(LogOut, logOut)
