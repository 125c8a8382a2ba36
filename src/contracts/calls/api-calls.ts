import { ChangePrices, ChangeStock, ListPrices, ListProducts, ListStock } from './api-goods.ts'
import { CancelOrder, ListOrders, NoteOnOrder, ReadOrder, ShipParcel } from './api-orders.ts'
import { ChangeProduct, ReadProduct } from './api-products.ts'
import { ListReturns, ReadReturn, ReceiveReturn } from './api-returns.ts'
import type { Contract } from './contract.ts'

/** The calls for other systems, which need a key, by operationId. */
export const apiCalls = {
  listOrders: { contract: ListOrders, summary: 'Orders, the oldest first, by cursor.' },
  readOrder: { contract: ReadOrder, summary: 'One order with its lines, address and parcels.' },
  shipParcel: { contract: ShipParcel, summary: 'Sends a parcel with all or some units of an order.' },
  noteOnOrder: { contract: NoteOnOrder, summary: "Writes a note to an order's history, for the shop's own people." },
  cancelOrder: { contract: CancelOrder, summary: 'Cancels an order of which nothing was shipped, and refunds it.' },
  listReturns: { contract: ListReturns, summary: 'Returns, the oldest first, by cursor.' },
  readReturn: { contract: ReadReturn, summary: 'One return with its lines.' },
  receiveReturn: {
    contract: ReceiveReturn,
    summary: 'Notes a returned parcel, with or without restocking and refund.',
  },
  listStock: { contract: ListStock, summary: 'Units of articles, by cursor.' },
  changeStock: { contract: ChangeStock, summary: 'Sets or adjusts units of articles; reserved ones stay on hand.' },
  listPrices: { contract: ListPrices, summary: 'Prices of articles by currency and smallest quantity, by cursor.' },
  changePrices: { contract: ChangePrices, summary: 'Sets prices of articles; those that are not named stay.' },
  listProducts: { contract: ListProducts, summary: 'Articles with their names and whether they are sold, by cursor.' },
  readProduct: {
    contract: ReadProduct,
    summary: 'One article, by its number or id, with its texts in both languages.',
  },
  changeProduct: {
    contract: ChangeProduct,
    summary: 'Sets texts of an article and whether it is sold; the rest stays.',
  },
} as const satisfies Record<string, { contract: Contract; summary: string }>
