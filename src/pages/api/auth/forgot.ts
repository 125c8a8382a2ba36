import { ForgotPassword } from '../../../contracts/calls/register.ts'
import { forgotPassword } from '../../../server/identity/login/request-login-link.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(ForgotPassword, forgotPassword)
