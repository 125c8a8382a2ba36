import { consolePath } from '../../../console-routes.ts'
import { sourceForm, type SourcesPage } from '../../../contracts/console/sources.ts'
import { lastRuns } from '../../catalog/sources/source-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { parseSettings, sourcesNow, writeSource } from './on-source.ts'
import { newFields, sourceLine } from './source-lines.ts'

/** The feeds that the shop fetches by itself. */
export const sourcesScreen = consoleScreen<SourcesPage>({
  screen: 'sources',
  permission: 'imports.view',
  load: async ({ shop, session }) => {
    const now = shop.now()
    const states = await sourcesNow(shop)
    const last = await lastRuns(shop.db)
    return {
      sources: states.map((state) => sourceLine(state, last.get(state.source.id), now)),
      since: String(await lastRevision(shop.db)),
      fields: newFields,
      mayChange: may(session, 'imports.change'),
      maySetSecrets: may(session, 'settings.change'),
    }
  },
  actions: {
    add: consoleAction({
      permission: 'imports.change',
      stepUp: true,
      form: sourceForm,
      run: async (context, input) => {
        const { name, since } = input
        if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) throw new ConsoleError('source_name')
        if ((await sourcesNow(context.shop)).some(({ source }) => source.id === name))
          throw new ConsoleError('source_there')
        const value = parseSettings(context, input, undefined)
        await writeSource(context, {
          operation: 'sources.change',
          name,
          since,
          change: [`sources.feeds.${name}`, value],
        })
        return consolePath('source', { name })
      },
    }),
  },
  doneElsewhere: ['remove'],
})
