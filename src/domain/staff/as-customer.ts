/** Where staff begin and end seeing the storefront as a customer. */
export const asCustomerPath = '/as-customer'
