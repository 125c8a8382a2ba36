declare global {
  interface Window {
    /** What tags of the shop's owner read. In memory only: without a tag script nobody sees it. */
    dataLayer?: unknown[]
    /**
     * Pushes its arguments as they are, which is how Consent Mode wants its commands; made by the script in the head.
     */
    gtag?: (...command: unknown[]) => void
  }
}

/** Appends an entry to the data layer. Throws when a tag that listens to it throws. */
export function pushToDataLayer(entry: object): void {
  const layer = (window.dataLayer ??= [])
  layer.push(entry)
}
