import { consolePath } from '../../../console-routes.ts'
import {
  choicesForm,
  importForm,
  useProfileForm,
  type ChoicesInput,
  type ImportPage,
} from '../../../contracts/console/imports.ts'
import type { AuditOperation } from '../../../domain/staff/audit-operations.ts'
import { baseOf } from '../../catalog/import/runs/choices-of-profile.ts'
import { requestedBase, baseOfRow, profileBy } from '../../catalog/import/runs/profile-of-row.ts'
import { baseJson, choicesJson } from '../../catalog/import/runs/run-json.ts'
import type { ImportRow } from '../../catalog/import/runs/run-queries.ts'
import { isProfileName } from '../../catalog/import/runs/saved-profiles.ts'
import { deleteUpload } from '../../catalog/import/runs/upload-folder.ts'
import type { ImportTask } from '../../platform/db/tables/import-tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { importContent } from './import-content.ts'
import { countUndoableFiles } from './import-list-queries.ts'
import { requestTask, importAsShown, removeUpload } from './on-import.ts'
import { parseHeaderRow, readChoices } from './read-choices.ts'
import { profileBefore, storeText } from './store-profile.ts'

const permission = 'imports.change'

/** One import: what its columns become, what it would change, its report, and taking it back. */
export const importScreen = consoleScreen<ImportPage>({
  screen: 'import',
  permission: 'imports.view',
  load: importContent,
  actions: {
    preview: choicesAction({ operation: 'imports.change', task: 'preview' }),
    check: choicesAction({ operation: 'imports.check', task: 'check' }),
    save: consoleAction({
      permission,
      form: choicesForm,
      run: async (context, input) => {
        const { row, choices } = await readDraftChoices(context, input)
        const base = baseOfRow(row)
        const profile = profileBy(choices, base)
        const before = await profileBefore(context, base, choices.profile)
        const values = { ...choicesColumns(choices), base: baseJson.write(baseOf(profile).json) }
        await requestTask(context, row, { operation: 'imports.change', task: 'preview', values })
        const text = `${JSON.stringify(profile, null, 2)}\n`
        await storeText(context, { operation: 'imports.profile', name: choices.profile, text, version: before })
      },
    }),
    use: consoleAction({
      permission,
      form: useProfileForm,
      run: async (context, { version, name, header_row: typed }) => {
        const row = await draftAsShown(context, version)
        if (name !== '' && !isProfileName(name)) throw new ConsoleError('unknown')
        const headerRow = typed.trim() === '' ? undefined : parseHeaderRow(typed)
        const base = requestedBase(row, { use: name, headerRow })
        await requestTask(context, row, { operation: 'imports.change', task: 'guess', values: { base, is_checked: 0 } })
      },
    }),
    start: consoleAction({
      permission,
      form: importForm,
      run: async (context, { version }) => {
        const row = await draftAsShown(context, version)
        if (row.is_checked !== 1) throw new ConsoleError('import_not_checked')
        await requestTask(context, row, { operation: 'imports.start', task: 'import', values: { run: null } })
      },
    }),
    remove: consoleAction({
      permission,
      form: importForm,
      run: async (context, { version }) => {
        const row = await importAsShown(context, version)
        if (row.state === 'imported') throw new ConsoleError('not_possible')
        await removeUpload(context, row)
        await deleteUpload(context.shop.env.SHOP_DATA, row.id)
        return consolePath('imports')
      },
    }),
    undo: consoleAction({
      permission,
      form: importForm,
      run: async (context, { version }) => {
        const row = await importAsShown(context, version)
        const isUndoable = row.run !== null && (await countUndoableFiles(context.shop.db, row.run)) > 0
        if (row.state !== 'imported' || !isUndoable) throw new ConsoleError('import_not_undoable')
        await requestTask(context, row, { operation: 'imports.undo', task: 'undo' })
      },
    }),
  },
})

function choicesAction({ operation, task }: { operation: AuditOperation; task: ImportTask }) {
  return consoleAction({
    permission,
    form: choicesForm,
    run: async (context, input) => {
      const { row, choices } = await readDraftChoices(context, input)
      await requestTask(context, row, { operation, task, values: choicesColumns(choices) })
    },
  })
}

const choicesColumns = (choices: Parameters<typeof choicesJson.write>[0]): Partial<ImportRow> => ({
  choices: choicesJson.write(choices),
  is_checked: 0,
})

async function draftAsShown(context: ConsoleContext, version: string): Promise<ImportRow> {
  const row = await importAsShown(context, version)
  if (row.state !== 'draft') throw new ConsoleError('not_possible')
  return row
}

async function readDraftChoices(context: ConsoleContext, input: ChoicesInput) {
  const row = await draftAsShown(context, input.version)
  const stored = choicesJson.read(row.choices)
  if (!stored) throw new ConsoleError('not_possible')
  return { row, choices: readChoices(input, stored, baseOfRow(row)) }
}
