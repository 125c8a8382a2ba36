/** A page of one shopper that Back or Forward brings up again is asked for anew; shared pages show as they were, at once. */
export function refreshOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.documentElement.hasAttribute('data-personal')) location.reload()
  })
}
