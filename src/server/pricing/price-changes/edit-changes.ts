import type { ProductChoice } from '../../../domain/products/product-choice.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import type { PriceChangeState } from '../../platform/db/tables/price-tables.ts'
import { newId } from '../../platform/ids.ts'
import { countChosen } from '../choice/choice-queries.ts'
import { readingOf } from '../choice/chosen-products.ts'
import { PriceError } from '../choice/price-error.ts'
import { readPriceBasics } from '../choice/price-facts.ts'
import { choiceJson, ruleJson } from '../choice/rule-json.ts'
import {
  countDrafts,
  deleteSome,
  insertChange,
  lockChange,
  removed,
  setChange,
  type PriceChange,
} from './change-queries.ts'
import type { ChangeRule } from './changed-prices.ts'

type Services = { readonly db: Database; readonly now: () => Date }
export type WantedChange = ChangeRule & { readonly id?: string; readonly choice: ProductChoice }

/** Changes of a person that are being prepared or looked at; each has a row for every product. */
const maxDrafts = 20
const rowsAtOnce = 2_000

/**
 * Makes a change of prices, whose rows the job prepares; nothing is changed before it is started. Throws PriceError
 * where its products are unknown or none.
 */
export async function makeChange(
  { db, now }: Services,
  who: { staffId: string | null; name: string },
  { id: wantedId, choice, rule, ending }: WantedChange,
): Promise<string> {
  const at = now()
  const reading = await readingOf(db, await readPriceBasics(db, at), choice)
  if ((await countChosen(db, choice, reading, 1)) === 0)
    throw new PriceError('price_none_chosen', 'No product was chosen.')
  const id = wantedId ?? newId(at.getTime())
  await db.transaction().execute(async (trx) => {
    if (who.staffId !== null && (await countDrafts(trx, who.staffId)) >= maxDrafts)
      throw new PriceError('change_too_many', 'Remove changes that you do not carry out first.', { most: maxDrafts })
    await insertChange(trx, {
      id,
      state: 'preparing',
      choice: choiceJson.write(choice),
      rule: ruleJson.write(rule),
      ending,
      staff_id: who.staffId,
      actor: who.name,
      created_at: at.toISOString(),
      started_at: null,
      ended_at: null,
      undone_at: null,
      last_id: '',
      cursor: 0,
      total: 0,
      changed: 0,
      refused: 0,
      undone: 0,
      kept: 0,
    })
  })
  return id
}

/** Starts a change that is prepared; the job carries it out. Throws PriceError. */
export async function startChange({ db, now }: Services, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireChangeInState(trx, id, 'ready')
    await setChange(trx, id, { state: 'running', cursor: 0, started_at: now().toISOString() })
  })
}

/** Takes a change back that is done; the job carries it out. Throws PriceError. */
export async function undoChange({ db }: Pick<Services, 'db'>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const change = await requireChangeInState(trx, id, 'done')
    await setChange(trx, id, { state: 'undoing', cursor: change.total })
  })
}

/** Removes a change that was never started; the job deletes what is left of a long one. Throws PriceError. */
export async function removeChange({ db }: Pick<Services, 'db'>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireChangeInState(trx, id, 'ready')
    await setChange(trx, id, { created_at: removed })
  })
  await deleteSome(db, id, rowsAtOnce)
}

async function requireChangeInState(
  trx: DatabaseTransaction,
  id: string,
  state: PriceChangeState,
): Promise<PriceChange> {
  const change = await lockChange(trx, id)
  if (!change || change.created_at === removed)
    throw new PriceError('change_unknown', `There is no change of prices ${id}.`)
  if (change.state !== state) throw new PriceError('change_state', `The change of prices ${id} is ${change.state}.`)
  return change
}
