import { ClientErrors } from '../contracts/calls/client-errors.ts'
import { recordClientError } from '../server/platform/client-errors/record-client-error.ts'
import { endpoint } from '../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(ClientErrors, recordClientError)
