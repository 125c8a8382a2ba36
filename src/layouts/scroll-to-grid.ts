/**
 * A page number in the address leads to the list (spec section 2), also where the link forgot the anchor; a reload or
 * Back does not.
 */
export function scrollToGrid(): void {
  const [entry] = performance.getEntriesByType('navigation')
  const isVisit = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
  if (!isVisit || location.hash !== '' || scrollY > 0 || !new URLSearchParams(location.search).has('page')) return
  document.getElementById('grid')?.scrollIntoView()
}
