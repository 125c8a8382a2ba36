import type { ContentLinksPage } from '../../../contracts/console/content.ts'
import { brokenLinks } from '../../content/records/links.ts'
import { consoleScreen } from '../frame/console-screen.ts'

/** The links of all published texts that lead to nothing. */
export const contentLinksScreen = consoleScreen<ContentLinksPage>({
  screen: 'content-links',
  permission: 'content.view',
  load: async ({ shop }) => ({
    links: (await brokenLinks(shop)).map(({ from, text, path }) => ({ ...from, text, path })),
  }),
})
