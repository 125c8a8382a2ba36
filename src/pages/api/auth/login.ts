import { LogIn } from '../../../contracts/log-in.ts'
import { logIn } from '../../../server/identity/log-in.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(LogIn, logIn)
