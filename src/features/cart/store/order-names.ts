/** The orders that are begun at payment providers, by kind (spec section 3, "Cart state"). */
export const orderNames = ['cardOrder', 'payLaterOrder', 'invoiceOrder', 'walletOrder', 'walletOrderCE'] as const
export type OrderName = (typeof orderNames)[number]
export const noOrders = {
  cardOrder: null,
  payLaterOrder: null,
  invoiceOrder: null,
  walletOrder: null,
  walletOrderCE: null,
} satisfies Record<OrderName, null>
