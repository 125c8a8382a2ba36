import { ChangePassword } from '../../../contracts/calls/change-login.ts'
import { changePassword } from '../../../server/identity/login/change-login.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(ChangePassword, changePassword)
