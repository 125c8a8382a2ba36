import { consoleScreen } from './console-screen.ts'

/** What the keyboard does; the same for everybody, but for the areas of their role. */
export const keysScreen = consoleScreen<Record<string, never>>({
  screen: 'keys',
  permission: 'own',
  load: async () => ({}),
})
