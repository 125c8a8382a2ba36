import { LogOut } from '../../../contracts/sessions.ts'
import { logOut } from '../../../server/identity/own-sessions.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(LogOut, logOut)
