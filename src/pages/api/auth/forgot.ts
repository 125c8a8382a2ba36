import { ForgotPassword } from '../../../contracts/register.ts'
import { forgotPassword } from '../../../server/identity/ask-for-link.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(ForgotPassword, forgotPassword)
