import { Countries } from '../../contracts/calls/regions.ts'
import { countryName } from '../../i18n/formats.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(Countries, (_shop, _input, { locals: { sales, shopping } }) =>
  sales.countries.map((code) => ({ code, name: countryName(code, shopping.language) })),
)
