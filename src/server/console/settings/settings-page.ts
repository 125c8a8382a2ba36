import type { SettingsPage } from '../../../contracts/console/settings.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { shownGroups } from './shown-groups.ts'

/** The groups of settings. */
export const settingsScreen = consoleScreen<SettingsPage>({
  screen: 'settings',
  permission: 'settings.view',
  load: () => Promise.resolve({ groups: shownGroups }),
})
