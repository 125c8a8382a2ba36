import { RefreshLogin } from '../../../contracts/refresh-login.ts'
import { refreshLogin } from '../../../server/identity/refresh-login.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(RefreshLogin, refreshLogin)
