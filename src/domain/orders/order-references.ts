/** What the buyer wrote for the invoice and the shop, '' where nothing. */
export type OrderReferences = {
  orderReference: string
  costCentre: string
  invoiceAddress: string
  peppolId: string
  message: string
}
