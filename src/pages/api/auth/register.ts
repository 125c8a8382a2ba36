import { Register } from '../../../contracts/register.ts'
import { register } from '../../../server/identity/ask-for-link.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(Register, register)
