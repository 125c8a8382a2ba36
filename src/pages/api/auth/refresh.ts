import { RefreshLogin } from '../../../contracts/calls/refresh-login.ts'
import { refreshLogin } from '../../../server/identity/login/refresh-login.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(RefreshLogin, refreshLogin)
