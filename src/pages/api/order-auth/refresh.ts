import { RefreshOrderLogin } from '../../../contracts/refresh-login.ts'
import { refreshOrderLogin } from '../../../server/identity/refresh-login.ts'
import { endpoint } from '../../../server/platform/http/endpoint.ts'

export const POST = endpoint(RefreshOrderLogin, refreshOrderLogin)
