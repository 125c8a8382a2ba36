import { Devices } from '../../contracts/devices.ts'
import { deviceChoices } from '../../server/catalog/device-choices.ts'
import { endpoint } from '../../server/platform/http/endpoint.ts'

export const GET = endpoint(Devices, deviceChoices)
