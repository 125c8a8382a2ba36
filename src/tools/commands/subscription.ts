import { subscriptionActions, type SubscriptionAction } from '../../domain/orders/subscriptions.ts'
import { changeSubscription } from '../../server/ordering/subscriptions/change-subscription.ts'
import {
  listSubscriptions,
  renewalsOf,
  subscriptionById,
  type SubscriptionRow,
} from '../../server/ordering/subscriptions/queries.ts'
import {
  operatorCommand,
  OperatorError,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorCommand,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- subscription <command> [options]

Subscriptions. Works while the shop runs; changes take effect at once.

  list                          the newest subscriptions
      --limit N                   default 50
  show ID                       one subscription, and the result of each due date
  pause ID | resume ID | skip ID | cancel ID
                                the same actions as the subscriber's own
  interval ID --days N          changes to another interval of the part

  --json                        output for programs
  --help                        shows this text`

const text = { type: 'string' } as const
const actions = Object.fromEntries(
  subscriptionActions.map((action): [string, OperatorCommand] => [
    action,
    (shop, given) => change(shop, given, action),
  ]),
)

/** The `subscription` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'subscription',
  usage,
  commands: { list, show, ...actions },
  options: { limit: text, days: text },
})

async function list({ db }: OperatorShop, given: Given): Promise<Answer> {
  const rows = await listSubscriptions(db, wholeNumber(given, 'limit', { min: 1, max: 10_000, otherwise: 50 }))
  return {
    data: rows.map(readable),
    lines: textTable(
      ['SUBSCRIPTION', 'STATE', 'PART', 'QTY', 'DAYS', 'NEXT', 'E-MAIL'],
      rows.map((row) => [
        row.id,
        row.status,
        row.sku,
        String(row.quantity),
        String(row.interval_days),
        minuteOf(row.next_at),
        row.email,
      ]),
    ),
  }
}

async function show(shop: OperatorShop, given: Given): Promise<Answer> {
  const row = await requireSubscription(shop, given)
  const renewals = await renewalsOf(shop.db, row.id)
  const rows = renewals.map((each) => [minuteOf(each.due_at), each.status, String(each.tries), each.number ?? ''])
  const facts = [
    `${row.quantity} x ${row.name} (${row.sku}) every ${row.interval_days} days for ${row.email}`,
    `${row.status}, next ${minuteOf(row.next_at)}`,
  ]
  return {
    data: { ...readable(row), renewals },
    lines: [...facts, ...(rows.length > 0 ? textTable(['DUE', 'BECAME', 'TRIES', 'ORDER'], rows) : [])],
  }
}

async function change(shop: OperatorShop, given: Given, action: SubscriptionAction): Promise<Answer> {
  const { id, status } = await requireSubscription(shop, given)
  const changed = await changeSubscription(shop, {
    id,
    action,
    days: wholeNumber(given, 'days', { min: 1, max: 1000, otherwise: 0 }),
  })
  if (!changed)
    throw new OperatorError(
      action === 'interval'
        ? 'Say an interval that the part has with --days.'
        : `The subscription is ${status}; that cannot be done.`,
    )
  return {
    data: readable(changed),
    lines: [`The subscription is ${changed.status}, next ${minuteOf(changed.next_at)}.`],
  }
}

async function requireSubscription({ db }: OperatorShop, { words: [id = ''] }: Given): Promise<SubscriptionRow> {
  const row = await subscriptionById(db, id)
  if (!row) throw new OperatorError(id === '' ? 'Name the subscription by its id.' : `There is no subscription ${id}.`)
  return row
}

/** A row without the delivery form, which its orders contain. */
function readable(row: SubscriptionRow): Partial<SubscriptionRow> {
  return { ...row, form: undefined }
}
