import { ForgotPassword } from '../../../contracts/register.ts'
import { forgotPassword } from '../../../server/accounts/ask-for-link.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(ForgotPassword, forgotPassword)
