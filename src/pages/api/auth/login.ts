import { LogIn } from '../../../contracts/calls/log-in.ts'
import { logIn } from '../../../server/identity/login/log-in.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(LogIn, logIn)
