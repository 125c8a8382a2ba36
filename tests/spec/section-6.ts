/** Section 6, "Roles and permissions". */
export const section6: Readonly<Record<string, string>> = {
  '6.anonymous': 'Anonymous visitor: browse, search, cart, checkout.',
  '6.customer.account': 'Signed-in account customer: my-account area',
  '6.customer.excel': 'and Excel order upload in the header menu.',
  '6.customer.discount':
    'May have a personal discount per discount category, which counts in the discount calculation.',
  '6.guest':
    'Order guest (a separate authentication strategy for a single order, scope my-order): ' +
    'goes to their own order page.',
  '6.organization': 'Organizations see prices excluding VAT by default.',
  '6.internal':
    'Cart state carries an internal flag, set when the server answers with an internal-marker header equal to 1.',
}
