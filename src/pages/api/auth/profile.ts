import { Profile } from '../../../contracts/profile.ts'
import { profile } from '../../../server/accounts/profile.ts'
import { endpoint } from '../../../server/http/endpoint.ts'

export const GET = endpoint(Profile, profile)
