import { Currencies } from '../../contracts/calls/regions.ts'
import { currencies } from '../../domain/money/currencies.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(Currencies, () => currencies.map(({ id, code }) => ({ id, code })))
