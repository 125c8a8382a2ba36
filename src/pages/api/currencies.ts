import { Currencies } from '../../contracts/calls/regions.ts'
import { currencies } from '../../domain/money/currencies.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(Currencies, (_shop, _input, { locals: { sales } }) =>
  currencies.filter(({ code }) => sales.currencies.includes(code)).map(({ id, code }) => ({ id, code })),
)
