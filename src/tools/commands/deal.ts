import { showsBannerMessage } from '../../domain/messages.ts'
import { createDeal, endDeal } from '../../server/catalog/deal/edit-deals.ts'
import { listDeals } from '../../server/catalog/deal/queries.ts'
import {
  momentOf,
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- deal <command> [options]

The deal in the banner of every page, with its price. One runs at a time. Works while the shop runs; pages show a
change within a second.

  list                          all deals, newest first
  create SKU                    creates a deal
      --percent N                 off every price of the article
      --until TIME --from TIME    such as 2026-12-01T08:00:00+01:00; --from defaults to now
      --title-en TEXT --title-sv TEXT
  end ID                        ends the deal and its price now

  --json                        output for programs
  --help                        shows this text`

const text = { type: 'string' } as const

/** The `deal` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'deal',
  usage,
  commands: { list, create, end },
  options: { percent: text, from: text, until: text, 'title-en': text, 'title-sv': text },
})

async function list({ db, now }: OperatorShop): Promise<Answer> {
  const at = now().toISOString()
  const data = (await listDeals(db)).map((deal) => ({
    ...deal,
    state: deal.expires_at <= at ? 'over' : deal.starts_at > at ? 'to come' : 'runs',
  }))
  const rows = data.map((deal) => [
    deal.id,
    deal.sku,
    `${deal.discount} %`,
    deal.state,
    minuteOf(deal.starts_at),
    minuteOf(deal.expires_at),
  ])
  return { data, lines: textTable(['ID', 'SKU', 'OFF', 'STATE', 'FROM', 'UNTIL'], rows) }
}

async function create(shop: OperatorShop, given: Given): Promise<Answer> {
  const [sku] = given.words
  const [en, sv, expiresAt] = [textOf(given, 'title-en'), textOf(given, 'title-sv'), momentOf(given, 'until')]
  const discount = wholeNumber(given, 'percent', { min: 1, max: 99, otherwise: 0 })
  if (!sku || !en || !sv || !expiresAt || discount === 0)
    throw new OperatorError('Say the article number, --percent, --until, --title-en and --title-sv.')
  const startsAt = momentOf(given, 'from') ?? shop.now().toISOString()
  const id = await createDeal(shop, { sku, discount, startsAt, expiresAt, titles: { en, sv } })
  return {
    data: { id, sku, discount, starts_at: startsAt, expires_at: expiresAt },
    lines: [
      `The deal ${id} is made: ${discount} % off ${sku} until ${minuteOf(expiresAt)}.`,
      ...[en, sv]
        .filter((title) => !showsBannerMessage(title))
        .map(
          (title) =>
            `The banner does not show "${title}": a message there is longer than 20 characters. It shows the ` +
            'name of the part.',
        ),
    ],
  }
}

async function end(shop: OperatorShop, { words: [id] }: Given): Promise<Answer> {
  if (id === undefined) throw new OperatorError('Name the deal by its id.')
  await endDeal(shop, id)
  return { data: { id }, lines: [`The deal ${id} is over.`] }
}
