import { loadIslandTexts } from '../i18n/island-texts.ts'
import { mayFetchAhead } from './connection.ts'
import { pageLanguage } from './page-language.ts'
import { whenIdle } from './when-idle.ts'
import { whenUsed } from './when-used.ts'

const staticImport = /(?:from|import)\s*["'](\.[^"']+)["']/g
const fetched = new Set<string>()

/**
 * Fetches the code and texts of islands marked `client:intent="ahead"`, once the page is used and the browser is idle.
 */
export async function fetchIslands(): Promise<void> {
  if (!mayFetchAhead()) return
  await whenUsed()
  whenIdle(() => {
    void loadIslandTexts(pageLanguage())
    for (const island of document.querySelectorAll('astro-island[client="intent"][opts*="ahead"]')) fetchIsland(island)
  })
}

/** Fetches the island's code and its imports into the HTTP cache without running them. */
function fetchIsland(island: Element): void {
  for (const name of ['component-url', 'renderer-url']) {
    const path = island.getAttribute(name)
    if (path !== null) void fetchModule(new URL(path, location.href).href)
  }
}

async function fetchModule(url: string): Promise<void> {
  if (fetched.has(url)) return
  fetched.add(url)
  const code = await fetch(url, { priority: 'low' }).then(
    (response) => response.text(),
    () => '',
  )
  for (const [, path = ''] of code.matchAll(staticImport)) void fetchModule(new URL(path, url).href)
}
