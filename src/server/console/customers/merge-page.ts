import { consolePath } from '../../../console-routes.ts'
import {
  mergedKinds,
  mergeForm,
  type MergedPerson,
  type MergePage,
  type ShownMerge,
} from '../../../contracts/console/customers.ts'
import { maxEmailLength } from '../../../domain/field-lengths.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { customerById, type CustomerRow } from '../../identity/customer-queries.ts'
import { mergeCustomers } from '../../ordering/account/merge-customers.ts'
import { mergePlan, mergeSource, type MergePlan } from '../../ordering/account/merge-plan-queries.ts'
import { maxCartLines } from '../../ordering/cart/line-limit.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { customerSubject, requestedCustomer } from './on-customer.ts'
import { accountsAlike } from './same-person-queries.ts'

/** Merges a customer with the one whose address `?with=` names: shows what will happen, then does that. */
export const mergeScreen = consoleScreen<MergePage>({
  screen: 'customer-merge',
  permission: 'customers.erase',
  isSensitive: true,
  load: async ({ shop, request }) => {
    const { db, reportDb } = shop
    const kept = await customerById(db, request.params['id'] ?? '')
    if (!kept) return undefined
    const email = normalizedEmail(request.url.searchParams.get('with') ?? '').slice(0, maxEmailLength)
    const source = email === '' ? undefined : await mergeSource(db, kept, email)
    return {
      kept: personOf(kept),
      email,
      other: source ? (source.account ? personOf(source.account) : guestOf(email)) : null,
      alike: source ? [] : (await accountsAlike(reportDb, kept)).map(personOf),
      merge: source ? shownMerge(await mergePlan(db, { kept, source, maxLines: maxCartLines(shop, kept.id) })) : null,
    }
  },
  actions: {
    merge: consoleAction({
      permission: 'customers.erase',
      stepUp: true,
      form: mergeForm,
      run: async (context, { email, seen, sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        return merge(context, normalizedEmail(email), seen)
      },
    }),
  },
})

/** Merges, and logs in the same transaction which account is gone, by its id, and how many orders moved. */
async function merge(context: ConsoleContext, email: string, seen: string): Promise<string> {
  const { shop, session } = context
  const kept = await requestedCustomer(context)
  const source = await mergeSource(shop.db, kept, email)
  const gone = source?.account?.id
  let movedOrders: number | null = null
  const fields = async (trx: DatabaseTransaction) => ({
    merged: gone !== undefined && !(await customerById(trx, gone)) ? gone : '',
    merged_orders: movedOrders,
  })
  const action = { operation: 'customers.merge', subject: customerSubject(kept.id), fields }
  await audited(shop, session.actor, action, async (own) => {
    const onMoved = (orders: number) => {
      movedOrders = orders
    }
    const fault = await mergeCustomers(own, { keptId: kept.id, email, seen, onMoved })
    if (fault) throw new ConsoleError(fault)
  })
  return consolePath('customer', { id: kept.id })
}

function personOf({ id, name, email, phone, created_at: createdAt }: CustomerRow): MergedPerson {
  return { id, name, email, phone, createdAt }
}

function guestOf(email: string): MergedPerson {
  return { id: null, name: '', email, phone: '', createdAt: '' }
}

function shownMerge({ moves, endedCoupons, readdressed, ...plan }: MergePlan): ShownMerge {
  return {
    ...plan,
    moves: mergedKinds.map((what) => ({ what, names: moves[what] })).filter(({ names }) => names.length > 0),
    isCouponEnded: endedCoupons.length > 0,
    isReaddressed: readdressed.length > 0,
  }
}
