import { Fits } from '../../contracts/calls/fits.ts'
import { fitsOf } from '../../server/catalog/devices/fits-of.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(Fits, fitsOf)
