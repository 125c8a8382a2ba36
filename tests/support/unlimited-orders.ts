/**
 * Settings of a test shop whose guests can use invoice and whose orders are not limited: walks and campaigns buy
 * hundreds of times from one address. Tests of the limits set their own.
 */
export const unlimitedOrders = {
  INVOICE_GUEST_LIMIT: '1000000000',
  INVOICE_PRIVATE_LIMIT: '1000000000',
  CARTS_PER_NETWORK: '0',
  ORDERS_PER_NETWORK: '0',
  ORDERS_PER_EMAIL: '0',
  OPEN_ORDERS: '0',
  OPEN_ORDERS_SUM: '0',
  UNPAID_STOCK_PERCENT: '100',
}
