import { consolePath } from '../../../console-routes.ts'
import {
  couponChangeForm,
  couponMakeForm,
  type CouponPage,
  type NewCouponPage,
} from '../../../contracts/console/coupons.ts'
import { emptyForm, undoForm } from '../../../contracts/console/staff.ts'
import { couponState } from '../../../domain/cart/coupon-states.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { organizationById } from '../../identity/organizations/organization-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { changeCoupon, createCoupon, disableCoupon, enableCoupon } from '../../pricing/discounts/edit-coupons.ts'
import { shownCode, storedKey } from '../../pricing/discounts/load-coupons.ts'
import type { CouponRow } from '../../pricing/discounts/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fieldsWithout, undoableHistory } from '../staff/undo-record.ts'
import { couponCurrencies, couponFields, couponTerms } from './coupon-form.ts'
import { usesOfCoupon } from './coupon-list-queries.ts'
import { readTerms, undoingOf } from './coupon-undo.ts'
import { whatOf } from './coupon-words.ts'
import { requestedCoupon, couponLog, couponSubject, couponVersion, onCoupon } from './on-coupon.ts'

const permission = 'prices.change'

/** The form that makes a coupon. */
export const newCouponScreen = consoleScreen<NewCouponPage>({
  screen: 'coupon-new',
  permission,
  load: formContent,
  actions: {
    make: consoleAction({
      permission,
      form: couponMakeForm,
      run: async (context, { code: typed, ...form }) => {
        const terms = await couponTerms(context, form)
        const code = storedKey(typed.toUpperCase(), terms.customerId ?? null)
        const action = { operation: 'coupons.make', subject: couponSubject(code), fields: couponLog(code) }
        const made = await audited(context.shop, context.session.actor, action, (shop) =>
          createCoupon(shop, { ...terms, code: typed }),
        )
        return consolePath('coupon', { code: made.code })
      },
    }),
  },
})

/** One coupon: what it does, how often it has been used, and its orders. */
export const couponScreen = consoleScreen<CouponPage>({
  screen: 'coupon',
  permission: 'prices.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const row = await requestedCoupon(context)
    return row && couponContent(context, row)
  },
  actions: {
    change: consoleAction({
      permission,
      form: couponChangeForm,
      run: (context, { version, ...form }) =>
        onCoupon(context, { operation: 'coupons.change', version }, async (shop, row) =>
          changeCoupon(shop, row.code, await couponTerms(context, form, row)),
        ),
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const row = await requestedCoupon(context)
        if (!row) throw new ConsoleError('unknown')
        const former = readTerms(await fieldsWithout(context, undoingOf(row), entry))
        const action = { operation: 'coupons.undo', version: couponVersion(row) }
        await onCoupon(context, action, (shop, { code }) => changeCoupon(shop, code, former))
      },
    }),
    stop: consoleAction({
      permission,
      form: emptyForm,
      run: (context) => onCoupon(context, { operation: 'coupons.stop' }, (shop, { code }) => disableCoupon(shop, code)),
    }),
    start: consoleAction({
      permission,
      form: emptyForm,
      run: (context) => onCoupon(context, { operation: 'coupons.start' }, (shop, { code }) => enableCoupon(shop, code)),
    }),
  },
})

async function formContent(context: ConsoleContext, row?: CouponRow): Promise<NewCouponPage> {
  return {
    fields: await couponFields(context, row),
    currencies: couponCurrencies(context, row),
    base: context.shop.settings.all.home.currency,
  }
}

async function couponContent(context: ConsoleContext, row: CouponRow): Promise<CouponPage> {
  const { shop, session } = context
  const { db } = shop
  const { code } = row
  const { uses, hasMore } = await usesOfCoupon(db, code)
  return {
    ...(await formContent(context, row)),
    code,
    shownCode: shownCode(code),
    version: couponVersion(row),
    state: couponState(row, shop.now().toISOString()),
    what: whatOf(context, row),
    used: row.used,
    limit: row.usage_limit,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    stoppedAt: row.stopped_at,
    createdAt: row.created_at,
    owner: await ownerOf(context, row),
    uses: uses.map((use) => ({
      order: use.number,
      at: use.used_at,
      total: use.total,
      currency: use.currency,
      isReturned: use.returned_at !== null,
    })),
    hasMoreUses: hasMore,
    audit: await undoableHistory(context, undoingOf(row)),
    may: { change: may(session, permission), seeOrders: may(session, 'orders.view') },
  }
}

/** Whoever may not see customers reads that the coupon is for one, not for whom. */
async function ownerOf({ shop, session, request }: ConsoleContext, row: CouponRow): Promise<CouponPage['owner']> {
  const { t } = request.locals
  const isSeen = may(session, 'customers.view')
  if (row.customer_id !== null) {
    const customer = isSeen ? await customerById(shop.db, row.customer_id) : undefined
    const address = customer ? consolePath('customer', { id: customer.id }) : null
    return { label: customer?.email ?? t('console-coupons:owner.customer'), address }
  }
  if (row.organization_id === null) return null
  const organization = isSeen ? await organizationById(shop.db, row.organization_id) : undefined
  const address = organization ? consolePath('organization', { id: organization.id }) : null
  return { label: organization?.name ?? t('console-coupons:owner.organization'), address }
}
