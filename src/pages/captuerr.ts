import { ClientErrors } from '../contracts/client-errors.ts'
import { recordClientError } from '../server/client-errors/record-client-error.ts'
import { endpoint } from '../server/http/endpoint.ts'

export const POST = endpoint(ClientErrors, recordClientError)
