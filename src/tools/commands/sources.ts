import { importInThread } from '../../server/catalog/sources/import-in-thread.ts'
import { runSource } from '../../server/catalog/sources/run-source.ts'
import { addSourceRows, sourceRuns } from '../../server/catalog/sources/source-queries.ts'
import { sourceStates, type SourceState } from '../../server/catalog/sources/source-states.ts'
import { changeSettings } from '../../server/platform/settings/change-settings.ts'
import { ShopSettings } from '../../server/platform/settings/shop-settings.ts'
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

const usage = `Usage: npm run shop -- sources <command> [options]

Feeds that the running shop fetches and imports by itself. They are settings, and added and changed there:

  npm run shop -- settings set sources.feeds.acme \\
    '{"from":"https://acme.example/stock.csv","schedule":"every 15 minutes"}'

  list                what is fetched from where, when next, and what failed
  run NAME            fetches and imports one now, also when it is paused or has not changed
  history [NAME]      what came of the newest runs
      --limit N         how many, default 20
  pause NAME          fetches it no more
  resume NAME         fetches it again

  --by NAME           who pauses or resumes it, for the history of the settings; default: the user at the terminal
  --json              output for programs
  --help              shows this text`

/** The `sources` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'sources',
  usage,
  commands: { list, run: runNow, history, pause: switched(false), resume: switched(true) },
  options: { limit: { type: 'string' }, by: { type: 'string' } },
})

/** A source that is not there, or whose run did not import its file. */
class SourceRunError extends Error {
  override readonly name = 'SourceRunError'
}

async function statesOf({ db, now }: OperatorShop): Promise<SourceState[]> {
  return sourceStates(db, (await ShopSettings.open(db)).all, now())
}

async function requireSource(shop: OperatorShop, { words }: Given): Promise<SourceState> {
  const [name] = words
  if (name === undefined || words.length > 1) throw new OperatorError('Name one source, which "sources list" shows.')
  const states = await statesOf(shop)
  const found = states.find(({ source }) => source.id === name)
  if (found) return found
  const known = states.map(({ source }) => source.id).join(', ')
  throw new SourceRunError(
    `There is no source "${name}". ${known === '' ? 'None is set.' : `The sources are ${known}.`}`,
  )
}

async function list(shop: OperatorShop): Promise<Answer> {
  const data = (await statesOf(shop)).map(({ source, row, dueAt }) => ({
    name: source.id,
    from: source.from,
    schedule: source.schedule,
    active: source.active,
    next: dueAt?.toISOString() ?? null,
    running: row.lease !== '' && row.leased_until > shop.now().toISOString(),
    failures: row.failures,
  }))
  if (data.length === 0) return { data, lines: ['No source is set. (--help shows how to add one.)'] }
  const rows = data.map(({ name, schedule, next, running, failures, from }) => [
    name,
    schedule,
    running ? 'running' : next === null ? 'paused' : minuteOf(next),
    failures === 0 ? '' : `${failures} in a row`,
    from,
  ])
  return { data, lines: textTable(['NAME', 'SCHEDULE', 'NEXT', 'FAILED', 'FROM'], rows) }
}

async function runNow(shop: OperatorShop, given: Given): Promise<Answer> {
  const { source, row, isNew } = await requireSource(shop, given)
  if (isNew) await addSourceRows(shop.db, [row])
  const program = new URL('../import/import-worker.ts', import.meta.url)
  const outcome = await runSource(shop, source, row, {
    importFile: importInThread(program, shop.env),
    stop: new AbortController().signal,
    isForced: true,
  })
  if (!outcome) throw new SourceRunError(`${source.id} is being run by another process.`)
  if (outcome.result === 'failed') throw new SourceRunError(`${source.id}: ${outcome.said}`)
  if (outcome.result === 'waiting') throw new SourceRunError(`${source.id}: the file is still being written.`)
  return { data: outcome, lines: [`${source.id}: ${outcome.said}`, `Report: ${outcome.report}`] }
}

async function history(shop: OperatorShop, given: Given): Promise<Answer> {
  const source = given.words.length === 0 ? undefined : (await requireSource(shop, given)).source.id
  const limit = wholeNumber(given, 'limit', { min: 1, max: 1_000, otherwise: 20 })
  const data = await sourceRuns(shop.db, source, limit)
  const rows = data.map((each) => [minuteOf(each.started_at), each.source, each.result, each.said, each.report])
  return { data, lines: textTable(['WHEN', 'SOURCE', 'RESULT', 'WHAT', 'REPORT'], rows) }
}

function switched(active: boolean) {
  return async (shop: OperatorShop, given: Given): Promise<Answer> => {
    const { source } = await requireSource(shop, given)
    const { db, now } = shop
    await changeSettings(db, [[`sources.feeds.${source.id}.active`, active]], { by: actorOf(given), now: now() })
    return {
      data: { name: source.id, active },
      lines: [active ? `${source.id} is fetched again.` : `${source.id} is paused.`],
    }
  }
}
