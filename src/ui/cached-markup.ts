/** Markup that shows the same data, by its name; the rest shows further data too. */
type Entry = { html: Map<string, string>; more: WeakMap<object, Entry> }

const none = (): Entry => ({ html: new Map(), more: new WeakMap() })
const all = none()

/**
 * The markup of `name`, which is rendered once as long as the data `of` are the same objects, and forgotten with them.
 * It must hold nothing of the visitor, and no scripts or islands, which pages have to know of.
 *
 * @param name Everything else that the markup depends on.
 */
export function cachedMarkup(
  of: readonly object[],
  name: string,
  render: () => Promise<string>,
): string | Promise<string> {
  const { html } = of.reduce(entryOf, all)
  return html.get(name) ?? renderInto(html, name, render)
}

function entryOf({ more }: Entry, data: object): Entry {
  const known = more.get(data) ?? none()
  more.set(data, known)
  return known
}

async function renderInto(html: Map<string, string>, name: string, render: () => Promise<string>): Promise<string> {
  const made = (await render()).trim()
  html.set(name, made)
  return made
}
