import { newestRuns, undoRun } from '../../server/catalog/import/journal/undo-run.ts'
import {
  operatorCommand,
  OperatorError,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, productCount, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- imports <command> [options]

What "import" has written, and how to take it back. Works while the shop runs.

  list                what was imported, newest first; a file whose import was interrupted is taken back within a
                      minute and a half, and files that its command had finished stay
      --limit N         how many, default 20
  undo NUMBER         takes an import back as a whole: products get back what they had, new ones are deleted, or hidden
                      where an order or a list refers to them. Products that were changed after the import stay as they
                      are, and so do categories that were put into the menu or arranged. Possible for 30 days.

  --json              output for programs
  --help              shows this text`

/** The `imports` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'imports',
  usage,
  commands: { list, undo },
  options: { limit: { type: 'string' } },
})

async function list({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const limit = wholeNumber(given, 'limit', { min: 1, max: 500, otherwise: 20 })
  const data = await newestRuns(db, now(), limit)
  const rows = data.map(({ number, startedAt, state, created, changed, files, takenBack }) => [
    String(number),
    minuteOf(startedAt),
    state,
    String(created),
    String(changed),
    files.map((file) => (takenBack.includes(file) ? `${file} (taken back)` : file)).join(', '),
  ])
  return { data, lines: textTable(['NUMBER', 'BEGUN', 'STATE', 'NEW', 'CHANGED', 'FILES'], rows) }
}

function namedOf(skus: readonly string[], all: number): string {
  return skus.join(', ') + (all > skus.length ? ' …' : '')
}

async function undo({ db, kind, now }: OperatorShop, { words }: Given): Promise<Answer> {
  const [word = ''] = words
  if (words.length !== 1 || !/^\d{1,9}$/.test(word))
    throw new OperatorError('Say the number of the import, which "imports list" shows.')
  const data = await undoRun({ db, kind, now: now() }, Number(word))
  const { restored, removed, hidden, kept, keptSkus, keptCategories } = data
  const lines = [`Import ${word} is undone: ${productCount(restored)} restored, ${removed} deleted, ${hidden} hidden.`]
  if (kept > 0)
    lines.push(`Changed after the import, and left as they are: ${productCount(kept)} (${namedOf(keptSkus, kept)}).`)
  if (keptCategories.length > 0)
    lines.push(
      `Kept, although empty, because they were put into the menu or arranged since: ${keptCategories.join(', ')}.`,
    )
  return { data, lines }
}
