import { ShipParcel } from '../../../../../contracts/calls/api-orders.ts'
import { apiEndpoint } from '../../../../../server/api/api-endpoint.ts'
import { shipParcel } from '../../../../../server/api/orders.ts'

export const POST = apiEndpoint(ShipParcel, shipParcel)
