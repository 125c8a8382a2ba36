import { RefreshOrderLogin } from '../../../contracts/refresh-login.ts'
import { refreshOrderLogin } from '../../../server/accounts/refresh-login.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const POST = endpoint(RefreshOrderLogin, refreshOrderLogin)
