import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { CheckoutPage } from '../../contracts/customer-pages/checkout-page.ts'
import { cartAmounts, orderTotals } from '../../domain/cart/cart-amounts.ts'
import type { CartLine } from '../../domain/cart/cart-lines.ts'
import type { DeliveryOffer } from '../../domain/cart/delivery-methods.ts'
import type { DeliveryPlace } from '../../domain/cart/delivery-points.ts'
import type { Currency } from '../../domain/money/currencies.ts'
import { readCheckoutForm } from '../../domain/orders/checkout-form.ts'
import { cartLineData } from '../../features/listing/cart-line-data.ts'

const home: DeliveryOffer = { id: 'home-se', kind: 'home', name: '', price: { inc: 4_900, ex: 3_920 }, days: [1, 2] }
const point: DeliveryOffer = { ...home, id: 'point-se', kind: 'service_point', price: { inc: 3_900, ex: 3_120 } }
const place: DeliveryPlace = {
  id: 'here',
  name: 'Hörnkiosken',
  street: 'Vasagatan 12',
  postalCode: '111 20',
  city: 'Stockholm',
}

/** A checkout with everything that may be wrong with it, or with nothing. */
export function sampleCheckout(parts: readonly ProductCard[], currency: Currency, isWrong: boolean): CheckoutPage {
  const lines = parts
    .slice(0, 3)
    .map((part, at): CartLine => ({ ...cartLineData(part), uuid: String(at), quantity: at + 1 }))
  const amounts = cartAmounts(lines)
  const totals = orderTotals(amounts, { inc: 4_900, ex: 3_920 })
  return {
    checkoutId: 'specimen',
    currency: currency.code,
    refusal: null,
    seen: '',
    lines: lines.flatMap((line, at) =>
      amounts.lines[at] ? [{ ...line, full_price: line.price, amounts: amounts.lines[at], fit: null }] : [],
    ),
    totals,
    due: totals.total.inc,
    giftCards: [],
    takesGiftCards: true,
    isQuoted: false,
    vat: { state: 'none', reverseCharge: null, isAsked: false },
    delivery: home,
    deliveries: [home, point],
    leftToFree: { inc: 15_200, ex: 12_160 },
    arrivals: {},
    pickUpPlace: place,
    addresses: [],
    servicePoints: { state: 'found', places: [place, { ...place, id: 'other', name: 'Kvartersbutiken' }] },
    paymentMethods: ['invoice', 'sandbox'],
    isOverCredit: false,
    invoiceDays: 30,
    fields: { private: { phone: 'optional' }, organization: { phone: 'optional', order_reference: 'optional' } },
    ...(isWrong ? wrongParts(lines[0]?.name ?? '') : rightParts()),
  }
}

type Parts = Pick<CheckoutPage, 'errors' | 'coupons' | 'refusedGiftCard' | 'form' | 'changes' | 'refusedCoupons'>

function rightParts(): Parts {
  return {
    errors: {},
    coupons: ['SUMMER'],
    refusedGiftCard: null,
    form: formOf({ email: 'anna@example.com', name: 'Anna Lind', country: 'SE', customer_kind: 'private' }),
    changes: [],
    refusedCoupons: [],
  }
}

function wrongParts(goneName: string): Parts {
  return {
    errors: { email: 'email_invalid', name: 'required', postal_code: 'postal_code_invalid', terms: 'terms_required' },
    coupons: [],
    refusedGiftCard: 'AAAA-BBBB',
    form: formOf({ email: 'anna', name: '', country: 'SE', customer_kind: 'organization' }),
    changes: [{ kind: 'gone', name: goneName }, { kind: 'delivery' }],
    refusedCoupons: [
      { code: 'WINTER', reason: 'unknown' },
      { code: 'BIG', reason: 'minimum_spend' },
    ],
  }
}

function formOf(written: Record<string, string>): CheckoutPage['form'] {
  return readCheckoutForm((field) => written[field])
}
