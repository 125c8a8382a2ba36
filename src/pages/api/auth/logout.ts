import { LogOut } from '../../../contracts/sessions.ts'
import { logOut } from '../../../server/accounts/own-sessions.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(LogOut, logOut)
