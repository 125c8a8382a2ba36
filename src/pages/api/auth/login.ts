import { LogIn } from '../../../contracts/log-in.ts'
import { logIn } from '../../../server/accounts/log-in.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(LogIn, logIn)
