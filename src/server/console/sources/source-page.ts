import { consolePath } from '../../../console-routes.ts'
import {
  hostKeyForm,
  sinceForm,
  sourceForm,
  type HostKeyInput,
  type SourcePage,
} from '../../../contracts/console/sources.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { addSourceRows, sourceRuns, wantSource } from '../../catalog/sources/source-queries.ts'
import type { SourceState } from '../../catalog/sources/source-states.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { isPublicAddress, parseSettings, sourcesNow, writeSource } from './on-source.ts'
import { fieldsOfSource, sourceLine, sourceRun } from './source-lines.ts'
import { undoSource, undoingOfSource } from './source-undo.ts'

const shownRuns = 50
const permission = 'imports.change'

/** One source: its settings, its runs, and running it now. */
export const sourceScreen = consoleScreen<SourcePage>({
  screen: 'source',
  permission: 'imports.view',
  load: sourceContent,
  actions: {
    save: consoleAction({
      permission,
      stepUp: true,
      form: sourceForm,
      run: async (context, input) => {
        const { source } = await sourceOf(context)
        const change: [string, ReturnType<typeof parseSettings>] = [
          `sources.feeds.${source.id}`,
          parseSettings(context, input, source),
        ]
        await writeSource(context, { operation: 'sources.change', name: source.id, since: input.since, change })
      },
    }),
    undo: consoleAction({ permission, stepUp: true, form: undoForm, run: undoSource }),
    trust: consoleAction({ permission: 'settings.change', stepUp: true, form: hostKeyForm, run: trustHostKey }),
    run: consoleAction({ permission, form: sinceForm, run: runNow }),
    pause: setActive({ isActive: false }),
    resume: setActive({ isActive: true }),
    remove: consoleAction({
      permission,
      stepUp: true,
      form: sinceForm,
      run: async (context, { since }) => {
        const { source } = await sourceOf(context)
        const change: [string, undefined] = [`sources.feeds.${source.id}`, undefined]
        await writeSource(context, { operation: 'sources.remove', name: source.id, since, change })
        return consolePath('sources')
      },
    }),
  },
  doneElsewhere: ['add'],
})

function setActive({ isActive }: { isActive: boolean }) {
  return consoleAction({
    permission,
    form: sinceForm,
    run: async (context, { since }) => {
      const { source } = await sourceOf(context)
      const change: [string, boolean] = [`sources.feeds.${source.id}.active`, isActive]
      await writeSource(context, { operation: 'sources.change', name: source.id, since, change })
    },
  })
}

/** The job of the running shop runs it within some seconds. */
async function runNow(context: ConsoleContext): Promise<void> {
  const { shop, session } = context
  const { source, row, isNew } = await sourceOf(context)
  if (row.lease !== '' && row.leased_until > shop.now().toISOString()) throw new ConsoleError('source_running')
  const action = { operation: 'sources.run', subject: { kind: 'source', id: source.id, label: source.id } }
  await audited(shop, session.actor, action, ({ db }) =>
    db.transaction().execute(async (trx) => {
      if (isNew) await addSourceRows(trx, [row])
      await wantSource(trx, source.id)
    }),
  )
}

/** Confirms the key that the server showed, as it is on the page; passwords are sent to it from now on. */
async function trustHostKey(context: ConsoleContext, { since, hostKey }: HostKeyInput): Promise<void> {
  const { source, row } = await sourceOf(context)
  if (hostKey === '' || hostKey !== row.host_key) throw new ConsoleError('record_changed')
  const change: [string, string] = [`sources.feeds.${source.id}.hostKey`, hostKey]
  await writeSource(context, { operation: 'sources.change', name: source.id, since, change })
}

async function sourceOf(context: ConsoleContext): Promise<SourceState> {
  const found = await foundSource(context)
  if (!found) throw new ConsoleError('unknown')
  return found
}

async function foundSource({ shop, request }: ConsoleContext): Promise<SourceState | undefined> {
  const states = await sourcesNow(shop)
  return states.find(({ source }) => source.id === request.params['name'])
}

async function sourceContent(context: ConsoleContext): Promise<SourcePage | undefined> {
  const { shop, session } = context
  const found = await foundSource(context)
  if (!found) return undefined
  const { source, row } = found
  const runs = await sourceRuns(shop.db, source.id, shownRuns)
  return {
    ...sourceLine(found, runs[0], shop.now()),
    since: String(await lastRevision(shop.db)),
    fields: fieldsOfSource(source),
    isFromCommand: !isPublicAddress(source.from) || source.private,
    shownHostKey: row.host_key === source.hostKey ? '' : row.host_key,
    runs: runs.map(sourceRun),
    audit: await undoableHistory(context, undoingOfSource(context, source)),
    mayChange: may(session, 'imports.change'),
    maySetSecrets: may(session, 'settings.change'),
  }
}
