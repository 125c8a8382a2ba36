/**
 * `import()` in the built shop: the files that a chunk imports are fetched together with it, and its styles are there
 * before it runs. The build writes its calls; each page has this before anything is touched, so it is a third of Vite's
 * own. A file that cannot be loaded is told of by Vite's event `vite:preloadError`.
 */
export async function importWithFiles<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  try {
    await Promise.all(files.map((file) => fetchOnce(`/${file}`)))
    return await load()
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  }
}

/** Resolves with the styles; a script is waited for by the import that follows. */
function fetchOnce(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[href="${href}"]`)) return undefined
  const isStyle = href.endsWith('.css')
  const link = Object.assign(document.createElement('link'), { rel: isStyle ? 'stylesheet' : 'modulepreload', href })
  document.head.append(link)
  return isStyle ? loaded(link) : undefined
}

/** A link that failed goes, so that the next try fetches it anew. */
function loaded(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${link.href} could not be loaded.`))
    })
  })
}
