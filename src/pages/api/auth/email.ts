import { ChangeEmail } from '../../../contracts/change-login.ts'
import { changeEmail } from '../../../server/identity/change-login.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(ChangeEmail, changeEmail)
