import { ClientErrors } from '../contracts/client-errors.ts'
import { endpoint } from '../server/http/endpoint.ts'
import { isWithin } from '../server/http/rate-limit.ts'

/** Client errors go to the log without their addresses' queries, which may hold personal things. */
export const POST = endpoint(ClientErrors, async ({ log, limits }, { body }, { requestId, clientAddress }) => {
  if (!await isWithin(limits.clientErrors, clientAddress)) return null
  const url = body.url?.split(/[?#]/, 1)[0]
  log.warn({ request_id: requestId, client_error: { ...body, url } }, 'error in a browser')
  return null
})
