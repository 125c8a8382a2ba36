import type { Plugin } from 'vite'

/** Rendered islands that are kept for each component. */
const max = 100
/** Islands with more data than this differ from page to page. */
const maxPropsLength = 4_000

const changes: readonly (readonly [string, string])[] = [
  // Astro asks each time whether a component is React's, which renders it once more; here every island is. What else
  // that does remains: it takes the class away and counts, which the ids of an island follow.
  [
    'await renderToStaticMarkup.call(this, Tester, props, children);\n  return isReactComponent;',
    'delete props["class"];\n  if (this && this.result) incrementId(this.result);\n  return true;',
  ],
  // No island waits for anything, so none needs a stream.
  [
    'html = await renderToReadableStreamAsync(vnode, renderOptions);',
    'html = renderOnce(Component, newProps, prefix, () => ReactDOM.renderToString(vnode, renderOptions));',
  ],
]

/** What an island looks like follows from its data and from the prefix of its ids. */
const renderOnce = `
const rendered = new WeakMap();
function renderOnce(Component, props, prefix, render) {
  if (Object.values(props).some((value) => typeof value === "object" || typeof value === "function")) return render();
  const key = prefix + JSON.stringify(props);
  if (key.length > ${maxPropsLength}) return render();
  let known = rendered.get(Component);
  if (known === undefined || known.size >= ${max}) rendered.set(Component, (known = new Map()));
  let html = known.get(key);
  if (html === undefined) known.set(key, (html = render()));
  return html;
}
`

/**
 * Renders the islands of a page without streams, and those of the frame, whose data is the same on every page, once.
 * As shipped, Astro renders each island twice, through a stream.
 */
export function renderIslandsOnce(): Plugin {
  return {
    name: 'render-islands-once',
    apply: 'build',
    transform: {
      filter: { id: /@astrojs\/react\/dist\/server\.js$/ },
      handler: (code) => changes.reduce(changed, code) + renderOnce,
    },
  }
}

function changed(code: string, [from, to]: readonly [string, string]): string {
  if (!code.includes(from))
    throw new Error('@astrojs/react renders in another way now: src/tools/render-islands-once.ts has to follow.')
  return code.replace(from, () => to)
}
