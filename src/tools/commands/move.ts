import { parseArgs } from 'node:util'
import { type Moved, type MoveStep, type ShowStep } from '../../server/backup/move/move-progress.ts'
import type { Env } from '../../server/platform/env.ts'
import { readEnv } from '../open-database.ts'
import { print, printError, printJson } from '../print.ts'
import { explainedBackup } from './backup/explained.ts'

const options = { json: { type: 'boolean' }, quiet: { type: 'boolean' }, help: { type: 'boolean' } } as const
/** At most one line of progress in this time, unless a new step begins. */
const quietMs = 1_000

type Move = { usage: string; work: (env: Env, show: ShowStep) => Promise<Moved>; after: string }

/** Runs a command that moves a shop to the other database, and says what it does while it does it. */
export async function runMove(args: string[], { usage, work, after }: Move): Promise<number> {
  return explainedBackup(async () => {
    const { values } = parseArgs({ args, options })
    if (values.help) {
      print(usage)
      return 0
    }
    const env = readEnv()
    if (!env) return 2
    const { kept, ...moved } = await work(env, values.quiet || values.json ? () => {} : progressPrinter())
    const seconds = moved.seconds.toFixed(1)
    const perSecond = Math.round(moved.rows / Math.max(moved.seconds, 0.001))
    if (values.json) printJson({ ...moved, kept })
    else
      print(
        [
          `The shop is moved: ${moved.rows} rows of ${moved.tables} tables, each the same in both databases, and ` +
            `${moved.searchable} products in the search, in ${seconds} s (${perSecond} rows/s).`,
          ...(moved.isContinued ? ['It went on where an earlier move had ended.'] : []),
          ...kept,
          after,
        ].join('\n'),
      )
    return 0
  })
}

const texts: Readonly<Record<MoveStep['step'], (step: MoveStep) => string>> = {
  copies: ({ name, done, all }) => `Copies ${name}: ${done} of ${all}.`,
  compares: ({ name, done, all }) => `Compares ${name}: ${done} of ${all} tables.`,
  indexes: ({ done, all }) => `Makes indexes and references: ${done} of ${all}.`,
  search: ({ done, all }) => `Prepares the search: ${done} of ${all} products.`,
}

/** Prints steps on the error output, so that the result stays apart. */
function progressPrinter(): ShowStep {
  let [last, toldAt] = ['', -Infinity]
  return (step) => {
    const now = performance.now()
    if (step.step === last && now - toldAt < quietMs) return
    ;[last, toldAt] = [step.step, now]
    printError(texts[step.step](step))
  }
}
