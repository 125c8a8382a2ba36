/** Section 7, "The calls the product makes". */
export const section7: Readonly<Record<string, string>> = {
  '7.request.parameters':
    'Every request carries query parameters: locale, cc (from cookie, if set), ' +
    'cid (from cookie, if set), sid (store id of the locale), uid (user id, if signed in).',
  '7.request.absent': 'cc (from cookie, if set), cid (from cookie, if set), uid (user id, if signed in)',
  '7.auth.login': 'POST /api/auth/login, POST /api/auth/refresh, GET /api/auth/profile: account strategy',
  '7.order-auth.login':
    'POST /api/order-auth/login, POST /api/order-auth/refresh, GET /api/order-auth/info: order strategy',
  '7.request.bearer': 'Tokens are sent as a Bearer header.',
  '7.current-deal.answer': 'GET /api/current-deal: title, product_name, product_slug, discount, starts_at, expires_at;',
  '7.current-deal.errors': 'errors ignored',
  '7.widget-by-slug.cookie-alert': 'GET /api/widget-by-slug/cookie-alert: content',
  '7.widget-by-slug.cart': 'GET /api/widget-by-slug/cart-header, /cart-footer: content, hidden',
  '7.widget-by-slug.answer':
    'GET /api/widget-by-slug/footer-columns, /store-message, /store-message-footer, ' +
    '/store-menu: content and hidden (hidden defaults to true if absent);',
  '7.product-categories.answer': 'GET /api/product-categories: parent_id, or main_menu=true; list of categories',
  '7.search-triggers.answer': 'GET /api/search-triggers: query; list of hints',
  '7.captuerr.answer': 'POST /captuerr: error, level, stack, userAgent, url; client error reporting;',
  '7.captuerr.purchase': 'also used when purchase tracking fails',
  '7.products.answer': 'GET /api/products: query, nc=true, co=true; products and categories;',
  '7.products.records': 'response header x-be-records gives the result count',
  '7.excel-to-cart.answer': 'POST /excel-to-cart: multipart, field file; list of cart items,',
  '7.excel-to-cart.added': 'added to the cart; the drawer opens',
  '7.sync-cart.lines': 'POST /api/sync-cart: items, coupons, checkout_order_id; array of cart lines,',
  '7.sync-cart.internal': 'plus internal-marker header;',
  '7.sync-cart.empty': 'skipped when the cart is empty (only the coupon sync runs)',
  '7.sync-cart.atc':
    'POST /api/sync-cart (load from atc): items (sku, quantity), checkout_order_id; array of cart lines',
  '7.sync-coupons.answer': 'POST /api/sync-coupons: coupons, cart_contents; array of coupons;',
  '7.sync-coupons.cache': 'cached for 300000 ms',
  '7.sync-coupons.ignore-cache': 'unless ignoreCache;',
  '7.sync-coupons.start': 'on server start called with ignoreCache false',
  '7.currencies.answer': 'GET /api/currencies: arrays;',
  '7.currencies.once': 'GET /api/currencies: fetched once',
  '7.countries.answer': 'GET /api/countries: arrays;',
  '7.countries.once': 'GET /api/countries: fetched once',
}
