import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { choiceJson, endingOf, ruleJson } from '../../pricing/choice/rule-json.ts'
import { changeById, lockChange, type PriceChange } from '../../pricing/price-changes/change-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { choiceText, ruleText } from '../prices/price-words.ts'

/** The change of the address; undefined where there is none. */
export async function requestedChange({ shop, request }: ConsoleContext): Promise<PriceChange | undefined> {
  return changeById(shop.db, (request.params['id'] ?? '').slice(0, 60))
}

export const changeSubject = (id: string, at: Date) => ({
  kind: 'price_change',
  id,
  label: at.toISOString().slice(0, 16).replace('T', ' '),
})

const maxNoteLength = 1_000

/** Does something with the change of the address; what can be done follows from its state, which is locked. */
export async function onPriceChange(
  context: ConsoleContext,
  operation: string,
  work: (shop: Shop, id: string) => Promise<unknown>,
): Promise<PriceChange> {
  const change = await requestedChange(context)
  if (!change) throw new ConsoleError('unknown')
  const { id, created_at: at } = change
  const guard = async (trx: DatabaseTransaction) => {
    if (!(await lockChange(trx, id))) throw new ConsoleError('unknown')
  }
  const subject = changeSubject(id, new Date(at))
  const note = noteOf(context, change)
  await audited(context.shop, context.session.actor, { operation, subject, guard, note }, (shop) => work(shop, id))
  return change
}

/** The rule and the choice as JSON, which the log words for its reader; in words where the choice is too long. */
function noteOf(context: ConsoleContext, change: PriceChange): string {
  const rule = { rule: ruleJson.read(change.rule), ending: endingOf(change.ending) }
  const choice = choiceJson.read(change.choice)
  const json = JSON.stringify({ ...rule, choice })
  if (json.length <= maxNoteLength) return json
  const base = context.shop.settings.all.home.currency
  return `${ruleText(context, rule, base)}; ${choiceText(context, choice, base)}`.slice(0, maxNoteLength)
}
