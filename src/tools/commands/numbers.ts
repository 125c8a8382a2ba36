import {
  nextNumbers,
  numbersHistory,
  seriesNames,
  setNextNumber,
  type Series,
} from '../../server/ordering/documents/change-numbers.ts'
import { settingsHistory } from '../../server/platform/settings/show-settings.ts'
import {
  actorOf,
  operatorCommand,
  OperatorError,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- numbers <command> [options]

The numbers of orders, invoices (credit notes share their series), receipts, returns, quotes and requests. They only go
up: no number is given twice. A shop that moves here can let them go on where the old one stopped.

  list                          the last and the next number of each series
  set SERIES NUMBER             the next number, at least: numbers set orders 250001 (${seriesNames.join(', ')})
  history                       who changed what, newest first
      --limit N                   how many changes, default 20

  --by NAME                     who changes it, for the history; default: the user at the terminal
  --json                        output for programs
  --help                        shows this text`

/** The `numbers` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'numbers',
  usage,
  commands: { list, set, history },
  options: { by: { type: 'string' }, limit: { type: 'string' } },
})

async function list({ db }: OperatorShop): Promise<Answer> {
  const data = await nextNumbers(db)
  const lines = textTable(
    ['SERIES', 'LAST', 'NEXT'],
    data.map(({ series, prefix, last, next }) => [series, last === null ? '' : `${prefix}${last}`, `${prefix}${next}`]),
  )
  return { data, lines }
}

async function set({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const [name = '', text = ''] = given.words
  if (!isSeries(name)) throw new OperatorError(`Name one of ${seriesNames.join(', ')}.`)
  if (!/^[1-9]\d{0,8}$/.test(text) || given.words.length > 2)
    throw new OperatorError('Name the next number, without the letter before it: numbers set orders 250001.')
  const data = await setNextNumber(db, name, Number(text), { by: actorOf(given), now: now() })
  const { prefix, next, before } = data
  return { data, lines: [`The next number of ${name} is ${prefix}${next}; it was ${prefix}${before}.`] }
}

function isSeries(name: string): name is Series {
  return seriesNames.some((known) => known === name)
}

async function history({ db }: OperatorShop, given: Given): Promise<Answer> {
  const limit = wholeNumber(given, 'limit', { min: 1, max: 1_000, otherwise: 20 })
  const data = await settingsHistory(db, numbersHistory, limit)
  const lines = textTable(
    ['WHEN', 'WHO', 'SERIES', 'BEFORE', 'AFTER'],
    data.map((row) => [minuteOf(row.at), row.by, row.name, String(row.before), String(row.after)]),
  )
  return { data, lines: data.length === 0 ? ['Nothing was changed yet.'] : lines }
}
