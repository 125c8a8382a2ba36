import type { FileTaker } from '../catalog/import/files/file-taker.ts'
import type { Shop as IdentityShop } from '../identity/shop.ts'
import type { AcceptedCodes } from '../pricing/discounts/accepted-codes.ts'
import type { ServicePoints } from './delivery/service-points.ts'
import type { WorkbookReader } from './excel-order/workbook-reader.ts'
import type { OrderEvents } from './orders/order-events.ts'

/** The services that cart and order operations use. */
export type Shop = IdentityShop & {
  acceptedCodes: AcceptedCodes
  workbooks: WorkbookReader
  files: FileTaker
  servicePoints: ServicePoints
  orderEvents: OrderEvents
}
