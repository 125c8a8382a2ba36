import { Register } from '../../../contracts/calls/register.ts'
import { register } from '../../../server/identity/login/request-login-link.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(Register, register)
