import { RefreshLogin } from '../../../contracts/refresh-login.ts'
import { refreshLogin } from '../../../server/accounts/refresh-login.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(RefreshLogin, refreshLogin)
