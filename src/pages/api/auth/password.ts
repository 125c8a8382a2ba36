import { ChangePassword } from '../../../contracts/change-login.ts'
import { changePassword } from '../../../server/accounts/change-login.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(ChangePassword, changePassword)
