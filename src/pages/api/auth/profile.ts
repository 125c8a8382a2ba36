import { Profile } from '../../../contracts/calls/profile.ts'
import { profile } from '../../../server/identity/profile.ts'
import { endpoint } from '../../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(Profile, profile)
