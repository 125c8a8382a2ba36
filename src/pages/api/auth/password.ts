import { ChangePassword } from '../../../contracts/change-login.ts'
import { changePassword } from '../../../server/identity/change-login.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(ChangePassword, changePassword)
