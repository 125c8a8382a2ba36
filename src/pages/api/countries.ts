import { Countries } from '../../contracts/calls/regions.ts'
import { countries } from '../../domain/places/countries.ts'
import { countryName } from '../../i18n/formats.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(Countries, (_shop, _input, { locals: { shopping } }) =>
  countries.map(({ code }) => ({ code, name: countryName(code, shopping.language) })),
)
