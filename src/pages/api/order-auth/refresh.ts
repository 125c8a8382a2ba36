import { RefreshOrderLogin } from '../../../contracts/calls/refresh-login.ts'
import { refreshOrderLogin } from '../../../server/identity/login/refresh-login.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(RefreshOrderLogin, refreshOrderLogin)
