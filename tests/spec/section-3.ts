/** Section 3, "Entities and their fields". */
export const section3: Readonly<Record<string, string>> = {
  '3.deal.fields': 'Deal (current deal): title, product_name, product_slug, discount (percent), starts_at, expires_at.',
  '3.category.fields':
    'Category: id, slug, name, has_children, thumb {url, width, height}, ' +
    'uri (optional override link), hierarchy (list of names).',
  '3.search-product.fields':
    'Search product result: sku, name, prefix, slug, url_fragment, thumb {url, width, height}, ' +
    'metadata.decoration (HTML), categories [{name, main}], orderable, notifyable, ' +
    'stock_status, prices, variations (each with prices and vat), ' +
    'group_id, discount_category, vat.',
  '3.prices.lists': 'Prices object: n (normal tiers list) and optional c (campaign tiers).',
  '3.prices.tier': 'Each tier has p (price) and q (quantity),',
  '3.prices.derived': 'plus derived o (original) and d (discount percent).',
  '3.search-hint.fields': 'Search hint: id, hint, url, url_title.',
  '3.cart-item.fields':
    'Cart item (combined fields): uuid, type, thumb, name, slug, product_id, sku, ' +
    'cross_selling_product_id, upselling_bundle_id, unique_bundle_id, quantity, price, ' +
    'ordinary_price, pricing, vat, categories (list of ids), group_id, discount_category, ' +
    'stock_status, subscription_interval (with name), added_by_coupon, ' +
    'campaign, cart_notice, adjusted_quantity.',
  '3.cart-item.uuid': 'uuid (generated on the client)',
  '3.cart-item.pricing': 'pricing (list of tiers: q minimum quantity, p price)',
  '3.cart-state.fields':
    'Cart state: open, vat, postalCode, shippingMethod, shippingMethodCE, paymentMethod, ' +
    'servicePoint, items, checkoutID, per-provider order references, an internal flag, campaignData.',
  '3.cart-state.vat': 'vat (show prices including VAT, default true)',
  '3.cart-state.references':
    'per-provider order references (card payment, a buy-now-pay-later provider, invoice, ' +
    'a wallet provider for private customers and for business customers), each with id and locale',
  '3.cart-state.campaign-data': 'campaignData (location, referrer, trackingParams limited to gclid, msclkid, fbclid)',
  '3.coupon.fields':
    'Coupon: code, percentage_discount, fixed_amount, specific_groups, excluded_groups, ' +
    'specific_discount_categories, failed_minimum_spend, applied.',
  '3.coupon.customer-discount': 'The special code CUSTOMERDISCOUNT carries a fixed_amount.',
  '3.discounts.items': 'Discount state: items, rejected codes,',
  '3.discounts.global': 'global percentage,',
  '3.discounts.groups': 'maximum per specific group,',
  '3.discounts.excluded': 'excluded-group rules (discount plus groups),',
  '3.discounts.categories': 'maximum per category.',
  '3.currency.fields': 'Currency: id, code.',
  '3.country.fields': 'Country: code, name.',
  '3.widget.fields': 'Widget by slug: content, hidden;',
  '3.widget.layout': 'for header/footer layout also menu, menuHidden, message, messageHidden.',
  '3.layout.content':
    'Layout content: footer columns, footer message, header message, header menu, each with a hidden flag.',
  '3.auth-user.fields': 'Auth user: order_id, country_code, currency, currency_id, is_organization, scopes.',
  '3.auth-user.discounts': 'A user may have an optional discount map keyed by discount category.',
  '3.auth-tokens': 'Auth tokens: access_token, refresh_token.',
  '3.consent.mask':
    'Consent value (bit mask): necessary 1, ad storage 2, analytics storage 4, ad personalization 8, ad user data 16.',
  '3.product-types': 'Product types: Any 0, Standard 1, Variant 2, SET 3, GiftCard 4.',
  '3.image-kinds':
    'Image kinds: Zoom 1, Thumb 3, Gallery 4, Original 5, Featured 9, ' +
    'GalleryThumb 10, General 12, Avatar 13, Header 16.',
  '3.recently-viewed': 'Recently viewed: list of products (sku, images, thumb).',
  '3.history': "Navigation history: list of entries with target field 'to'.",
  '3.experiments': 'Experiment variants by name.',
}
