import { Devices } from '../../contracts/devices.ts'
import { deviceChoices } from '../../server/catalog/device-choices.ts'
import { endpoint } from '../../server/http/endpoint.ts'

export const GET = endpoint(Devices, deviceChoices)
