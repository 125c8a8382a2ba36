import { customerById, type CustomerRow } from '../../identity/customer-queries.ts'
import { lockOrdering } from '../../identity/lock-ordering-queries.ts'
import { lockOrganization, membershipOf } from '../../identity/organizations/organization-queries.ts'
import { cartLinesJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { maxCartLines } from '../cart/line-limit.ts'
import { mergeLines } from '../cart/merge-lines.ts'
import { lockSavedCart, rewriteSavedCart, savedCartRow } from '../cart/saved-cart-queries.ts'
import type { Shop } from '../shop.ts'
import { mergePlan, mergeSource, type MergeSource } from './merge-plan-queries.ts'
import { deleteAccount, endCoupons, moveAccount, moveGuest } from './merge-queries.ts'

/** Why two people cannot be merged; null if they were. */
export type MergeFault = 'merge_nobody' | 'merge_changed' | 'merge_organizations'
type Merge = {
  readonly keptId: string
  /** The address of the other account, or of a guest. */
  readonly email: string
  /** The plan that staff have agreed to: the merge does exactly that. */
  readonly seen: string
  /** Gets the number of orders that moved, before the transaction ends. */
  readonly onMoved: (orders: number) => void
}

/**
 * Merges a customer into another one who is the same person: what the other account has, and what was ordered with its
 * address without an account, is the kept one's, and the other account is deleted. Consent to mails is not carried
 * over. Changes nothing where the plan is not the one that was seen, or where both belong to different organizations.
 */
export async function mergeCustomers(
  shop: Pick<Shop, 'db' | 'now' | 'log' | 'env'>,
  { keptId, email, seen, onMoved }: Merge,
): Promise<MergeFault | null> {
  const { db, now, log } = shop
  const fault = await db.transaction().execute(async (trx) => {
    const found = await lockBoth(trx, keptId, email)
    if (!found) return 'merge_nobody'
    const { kept, source } = found
    const at = now().toISOString()
    if (source.account) await lockSavedCarts(trx, [kept.id, source.account.id], at)
    const plan = await mergePlan(trx, { kept, source, maxLines: maxCartLines(shop, keptId) })
    if (plan.membership?.kind === 'of_two') return 'merge_organizations'
    if (plan.seen !== seen) return 'merge_changed'
    await endCoupons(trx, plan, at)
    if (source.account) {
      if (!plan.isCartEnded) await mergeSavedCarts(trx, { from: source.account, kept, at })
      await moveAccount(trx, source.account, kept)
    }
    await moveGuest(trx, email, kept)
    if (source.account) await deleteAccount(trx, source.account, source)
    const hasMoved = Object.values(plan.moves).some((moved) => moved.length > 0)
    if (source.account || hasMoved) await tellBoth(trx, { kept, source, at: now() })
    onMoved(plan.moves.orders.length)
    return null
  })
  if (fault === null) log.info({ customer: keptId }, 'two customers were merged')
  return fault
}

type Told = { kept: CustomerRow; source: MergeSource; at: Date }

/** Mails both addresses, so that a merge of two people who are not one is noticed. */
async function tellBoth(
  trx: DatabaseTransaction,
  { kept, source: { email, account, language }, at }: Told,
): Promise<void> {
  const id = newId(at.getTime())
  const gone = {
    email,
    other: kept.email,
    whose: account ? ('account' as const) : ('guest' as const),
    language,
  }
  const stays = { email: kept.email, other: email, whose: 'kept' as const, language: kept.language }
  for (const told of [gone, stays]) {
    const payload = { customerId: kept.id, ...told }
    await addToOutbox(
      trx,
      { kind: 'mail.customers_merged', dedupeKey: `mail.customers_merged:${id}:${told.whose}`, payload },
      at,
    )
  }
}

/** Locks carts, accounts and organization in the order of whoever places or erases, and reads both as they are then. */
async function lockBoth(trx: DatabaseTransaction, keptId: string, email: string) {
  const before = await customerById(trx, keptId)
  const found = before && (await mergeSource(trx, before, email))
  await lockOrdering(trx, [keptId, ...(found?.account ? [found.account.id] : [])], email)
  const kept = await customerById(trx, keptId)
  const source = kept && (await mergeSource(trx, kept, email))
  // An account that has got this address meanwhile is not locked.
  if (!kept || !source || source.account?.id !== found?.account?.id) return undefined
  await lockOrganizationOf(trx, source)
  return { kept, source }
}

async function lockOrganizationOf(trx: DatabaseTransaction, { account }: MergeSource): Promise<void> {
  const membership = await membershipOf(trx, account?.id ?? null)
  if (membership) await lockOrganization(trx, membership.id)
}

/** Locks saved carts, so that they are merged, or found too long, as the plan says. */
async function lockSavedCarts(trx: DatabaseTransaction, ids: readonly string[], at: string): Promise<void> {
  for (const id of ids.toSorted()) await lockSavedCart(trx, { customer_id: id, mark: newSecret(), updated_at: at })
}

type SavedCarts = { from: CustomerRow; kept: CustomerRow; at: string }

/** Adds the saved cart of an account to another's: of a part that both have, the larger quantity stays. */
async function mergeSavedCarts(trx: DatabaseTransaction, { from, kept, at }: SavedCarts): Promise<void> {
  const theirs = cartLinesJson.read((await savedCartRow(trx, from.id))?.lines ?? '[]')
  if (theirs.length === 0) return
  const row = await lockSavedCart(trx, { customer_id: kept.id, mark: newSecret(), updated_at: at })
  const lines = mergeLines(cartLinesJson.read(row.lines), theirs)
  await rewriteSavedCart(trx, { ...row, lines: cartLinesJson.write(lines) })
}
