/**
 * Puts the parts of the page that show records, `data-fresh`, in anew, and keeps the reader's place: the row that they
 * look at stays where it is, boxes stay ticked and tables unfolded. Returns the fresh page's bar, or nothing if the
 * page could not be had.
 */
export async function loadHere(address: string): Promise<HTMLElement | undefined> {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok || answer.redirected) return undefined
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const bar = page.querySelector<HTMLElement>('[data-news]')
  const [old, fresh] = [partsOf(document), partsOf(page)]
  if (!bar || old.length === 0 || old.length !== fresh.length) return undefined
  replace(old, fresh)
  return bar
}

function replace(old: readonly Element[], fresh: readonly Element[]): void {
  const ticked = new Set(boxesOf(document).flatMap((box) => (box.checked ? [box.value] : [])))
  const open = foldsOf(document).map((fold) => fold.open)
  const place = firstInView()
  for (const [at, part] of old.entries()) part.replaceWith(document.adoptNode(fresh[at] as Element))
  for (const box of boxesOf(document)) box.checked = ticked.has(box.value)
  for (const [at, fold] of foldsOf(document).entries()) fold.open = open[at] ?? false
  const again = place && linkTo(place.path)
  if (again) scrollBy(0, again.getBoundingClientRect().top - place.top)
}

const partsOf = (page: Document) => [...page.querySelectorAll('[data-fresh]')]
const boxesOf = (page: Document) => [...page.querySelectorAll<HTMLInputElement>('[data-fresh] input[name="row"]')]
const foldsOf = (page: Document) => [...page.querySelectorAll<HTMLDetailsElement>('[data-fresh] details')]
const rowLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-row] a')]
const linkTo = (path: string) => rowLinks().find((each) => each.getAttribute('href') === path)

/** The first row that is in view, when the reader has left the top of the list. */
function firstInView(): { path: string; top: number } | undefined {
  if (scrollY === 0) return undefined
  const link = rowLinks().find((each) => each.getBoundingClientRect().top >= 0)
  return link && { path: link.getAttribute('href') ?? '', top: link.getBoundingClientRect().top }
}
