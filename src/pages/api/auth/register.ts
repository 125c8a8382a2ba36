import { Register } from '../../../contracts/register.ts'
import { register } from '../../../server/accounts/ask-for-link.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(Register, register)
