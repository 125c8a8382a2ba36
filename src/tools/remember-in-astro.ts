import type { Plugin } from 'vite'

type Change = { readonly file: RegExp; readonly from: string; readonly to: string; readonly more?: string }

/** Elements of islands that are kept for each component; longer ones differ from page to page. */
const [maxIslands, maxIslandLength] = [100, 20_000]

/** What Astro finds out anew for each page or attribute, although it never changes. */
const changes: readonly Change[] = [
  // Node takes 0.05 ms to import a module again; the shared promise is of the same module.
  {
    file: /astro\/dist\/core\/environment\/production\.js$/,
    from: 'return await importComponentInstance();',
    to: 'return await importedOnce(importComponentInstance);',
    more: `
const imported = new Map();
function importedOnce(load) {
  const known = imported.get(load);
  if (known !== undefined) return known;
  const loading = load();
  imported.set(load, loading);
  loading.catch(() => imported.delete(load));
  return loading;
}
`,
  },
  // Attributes are told apart by four patterns, some hundred times a page.
  {
    file: /astro\/dist\/runtime\/server\/render\/util\.js$/,
    from: 'const kind = classifyAttribute(key);',
    to: 'const kind = kindOf(key);',
    more: `
const kinds = new Map();
function kindOf(key) {
  let kind = kinds.get(key);
  if (kind === undefined) {
    kind = classifyAttribute(key);
    if (kinds.size < 500) kinds.set(key, kind);
  }
  return kind;
}
`,
  },
  // Every component asks for the head, in case that nothing has a `<head>`; all pages here have one in their layout.
  // Each of these questions makes the renderer stop collecting text.
  {
    file: /astro\/dist\/runtime\/server\/render\/head\.js$/,
    from: 'function maybeRenderHead() {\n  return MAYBE_HEAD_INSTRUCTION;',
    to: 'function maybeRenderHead(result) {\n  return result?._metadata.headInTree ? "" : MAYBE_HEAD_INSTRUCTION;',
  },
  // What is in a fragment is collected with the text around it; an object that renders itself would interrupt that.
  {
    file: /astro\/dist\/runtime\/server\/render\/component\.js$/,
    from: `const preRendered = slot?.(result);
  return {
    render(destination) {
      if (preRendered == null) return;
      return renderChild(destination, preRendered);
    }
  };`,
    to: 'return slot?.(result) ?? "";',
  },
  // The islands of the frame look the same on every page; their ids, in `attrs`, follow their order.
  {
    file: /astro\/dist\/runtime\/server\/render\/component\.js$/,
    from: 'const astroId = shorthash(',
    to: `const known = knownIsland(Component, { html, props, attrs, children, metadata });
  const astroId = known.element !== undefined ? "" : shorthash(`,
  },
  {
    file: /astro\/dist\/runtime\/server\/render\/component\.js$/,
    from: 'const island = await generateHydrateScript(',
    to: 'const island = known.element !== undefined ? { props: {} } : await generateHydrateScript(',
  },
  {
    file: /astro\/dist\/runtime\/server\/render\/component\.js$/,
    from: 'const renderedElement = renderElement("astro-island", island, false);',
    to: 'const renderedElement = known.element ?? known.keep(renderElement("astro-island", island, false));',
    more: `
const islands = new WeakMap();
function knownIsland(Component, { html, props, attrs, children, metadata }) {
  const values = Object.values(props);
  const isPlain = values.every((value) => typeof value !== "object" && typeof value !== "function");
  if (!isPlain || Object.keys(children).length > 0) return { element: undefined, keep: (element) => element };
  const known = islands.get(Component) ?? new Map();
  if (known.size >= ${maxIslands}) known.clear();
  islands.set(Component, known);
  const told = values.map((value) => typeof value + String(value));
  const key = JSON.stringify([Object.keys(props), told, attrs, metadata.hydrate, metadata.hydrateArgs]);
  const there = known.get(key);
  const keep = (element) => {
    if (key.length + html.length <= ${maxIslandLength}) known.set(key, { html, element });
    return element;
  };
  return { element: there?.html === html ? there.element : undefined, keep };
}
`,
  },
]

/** Keeps in memory what Astro would find out again and again. */
export function rememberInAstro(): Plugin {
  return {
    name: 'remember-in-astro',
    apply: 'build',
    transform: {
      filter: { id: changes.map(({ file }) => file) },
      handler: (code, id) => changes.filter(({ file }) => file.test(id)).reduce(changed, code),
    },
  }
}

function changed(code: string, { from, to, more = '' }: Change): string {
  if (!code.includes(from))
    throw new Error('Astro works in another way now: src/tools/remember-in-astro.ts has to follow.')
  return code.replace(from, () => to) + more
}
