import type { ShownGroup } from '../../../contracts/console/settings.ts'
import { settingsGroups } from '../../../domain/settings/settings.ts'

export const shownGroups = settingsGroups.filter(
  (group): group is ShownGroup => group !== 'sources' && group !== 'footer',
)
