import { insertInvalidations } from '../../server/catalog/change-queries.ts'
import { operatorCommand, OperatorError } from '../operator-command.ts'

const usage = `Usage: npm run shop -- purge <command>

Drops cached pages in every running shop, and in the cache in front of it when PURGE_URL is set, within a second.

  tags TAG...                   pages with one of these tags, such as product:<id>, category:<id>, deal, widgets
  all                           all pages

  --json                        for programs
  --help                        shows this text`

/** Every page carries the first tag, every shared call one of these. */
const everything = ['layout', 'catalog', 'openapi']

/** The `purge` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'purge',
  usage,
  options: {},
  commands: {
    tags: async ({ db, now }, { words }) => {
      if (words.length === 0) throw new OperatorError('Name at least one tag.')
      const wrong = words.find((word) => !/^[\w:./-]{1,200}$/.test(word))
      if (wrong !== undefined) throw new OperatorError(`"${wrong}" is no tag.`)
      await db.transaction().execute((trx) => insertInvalidations(trx, words, now().toISOString()))
      return { lines: [`Pages tagged ${words.join(', ')} are dropped.`], data: { tags: words } }
    },
    all: async ({ db, now }) => {
      await db.transaction().execute((trx) => insertInvalidations(trx, everything, now().toISOString()))
      return { lines: ['All cached pages are dropped.'], data: { tags: everything } }
    },
  },
})
