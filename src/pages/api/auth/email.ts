import { ChangeEmail } from '../../../contracts/change-login.ts'
import { changeEmail } from '../../../server/accounts/change-login.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(ChangeEmail, changeEmail)
