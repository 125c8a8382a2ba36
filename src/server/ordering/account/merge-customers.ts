import { customerById, type CustomerRow } from '../../identity/customer-queries.ts'
import { lockOrganization, membershipOf } from '../../identity/organizations/organization-queries.ts'
import { cartLinesJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newSecret } from '../../platform/ids.ts'
import { maxCartLines } from '../cart/line-limit.ts'
import { mergeLines } from '../cart/merge-lines.ts'
import { lockSavedCart, rewriteSavedCart, savedCartRow } from '../cart/saved-cart-queries.ts'
import type { Shop } from '../shop.ts'
import { mergePlan, mergeSource, type MergeSource } from './merge-plan-queries.ts'
import { deleteAccount, endCoupons, lockAccounts, moveAccount, moveGuest } from './merge-queries.ts'

/** Why two people cannot be merged; null if they were. */
export type MergeFault = 'merge_nobody' | 'merge_changed' | 'merge_organizations'
type Merge = {
  readonly keptId: string
  /** The address of the other account, or of a guest. */
  readonly email: string
  /** The plan that staff have agreed to: the merge does exactly that. */
  readonly seen: string
}

/**
 * Merges a customer into another one who is the same person: what the other account has, and what was ordered with its
 * address without an account, is the kept one's, and the other account is deleted. Consent to mails is not carried
 * over. Changes nothing where the plan is not the one that was seen, or where both belong to different organizations.
 */
export async function mergeCustomers(
  shop: Pick<Shop, 'db' | 'now' | 'log' | 'env'>,
  { keptId, email, seen }: Merge,
): Promise<MergeFault | null> {
  const { db, now, log } = shop
  const fault = await db.transaction().execute(async (trx) => {
    const found = await lockBoth(trx, keptId, email)
    if (!found) return 'merge_nobody'
    const { kept, source } = found
    const plan = await mergePlan(trx, kept, source)
    if (plan.membership?.kind === 'of_two') return 'merge_organizations'
    if (plan.seen !== seen) return 'merge_changed'
    const at = now().toISOString()
    await endCoupons(trx, plan, at)
    if (source.account) {
      await mergeSavedCarts(trx, { from: source.account, kept, at, max: maxCartLines(shop, keptId) })
      await moveAccount(trx, source.account, kept)
    }
    await moveGuest(trx, email, kept)
    if (source.account) await deleteAccount(trx, source.account, source)
    return null
  })
  if (fault === null) log.info({ customer: keptId }, 'two customers were merged')
  return fault
}

/** Locks carts, accounts and organization in the order of whoever places or erases, and reads both as they are then. */
async function lockBoth(trx: DatabaseTransaction, keptId: string, email: string) {
  const before = await customerById(trx, keptId)
  const found = before && (await mergeSource(trx, before, email))
  await lockAccounts(trx, [keptId, ...(found?.account ? [found.account.id] : [])])
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

type SavedCarts = { from: CustomerRow; kept: CustomerRow; at: string; max: number }

/**
 * Adds the saved cart of an account to another's, unless it would be too long: of a part that both have, the larger
 * quantity stays.
 */
async function mergeSavedCarts(trx: DatabaseTransaction, { from, kept, at, max }: SavedCarts): Promise<void> {
  const theirs = cartLinesJson.read((await savedCartRow(trx, from.id))?.lines ?? '[]')
  if (theirs.length === 0) return
  const row = await lockSavedCart(trx, { customer_id: kept.id, mark: newSecret(), updated_at: at })
  const lines = mergeLines(cartLinesJson.read(row.lines), theirs)
  if (lines.length <= max) await rewriteSavedCart(trx, { ...row, lines: cartLinesJson.write(lines) })
}
