import { Devices } from '../../contracts/calls/devices.ts'
import { deviceChoices } from '../../server/catalog/devices/device-choices.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'

export const GET = endpoint(Devices, deviceChoices)
