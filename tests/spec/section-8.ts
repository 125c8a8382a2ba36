/** Section 8, "Error catalogue": a row for each situation. */
export const section8: Readonly<Record<string, string>> = {
  '8.order-file':
    'Order file upload fails: red toast titled with the upload-order-file label ' +
    'plus the error message, auto-hiding after 3 seconds',
  '8.no-hits': 'Search with no hits: no-products-found text',
  '8.category-load': 'Category load failure: logged to the console only',
  '8.deal-fetch': 'Deal fetch failure: silently ignored',
  '8.unknown-route': "Unknown route or page validation failing: 404, message 'This page could not be found'",
  '8.middleware': "Unknown middleware: 'Unknown middleware {name}' as a 500",
  '8.route-error':
    'Route error: status taken from the error (status code, status, or response status), ' +
    'default 500; the error page shows the message',
  '8.chunk': 'Code chunk fails to load: page reload (one per minute)',
  '8.client-error': 'Unhandled client error: posted to the error endpoint',
  '8.cart-notice': 'Cart line cart_notice: shown as a warning',
  '8.adjusted-quantity': 'Cart line adjusted_quantity: danger alert with product.adjusted_quantity',
  '8.tracking': 'Tracking error: swallowed, except purchase, which is reported',
}
