import type { ImportShownState } from '../../../contracts/console/imports.ts'
import type { ImportRow } from '../../catalog/import/runs/run-queries.ts'

type Stored = Pick<ImportRow, 'state' | 'task' | 'is_checked' | 'run'> & { standing: number }

/** How people call the state of an import; `standing` counts its files that were not taken back. */
export function importState({ state, task, is_checked: isChecked, run, standing }: Stored): ImportShownState {
  if (task !== '') return 'working'
  if (state === 'draft') return isChecked === 1 ? 'checked' : 'draft'
  if (state === 'refused') return 'refused'
  return run !== null && Number(standing) === 0 ? 'undone' : 'imported'
}
