import type { ChildNode, Plugin, Rule } from 'postcss'

/** The selectors that apply where a node stands, and a rule to make others of. */
type Scope = { selectors: readonly string[]; rule: Rule }

/**
 * Flattens nested rules in the `<style>` of an Astro component before Astro scopes them. Astro scopes a nested rule
 * only behind a combinator, so that `.card { p { … } }` would also reach the paragraphs of components inside the card.
 */
export function flattenNestedStyles(): Plugin {
  return {
    postcssPlugin: 'flatten-nested-styles',
    Once(root, { result }) {
      if (!result.opts.from?.includes('?astro&type=style')) return
      const flat = root.nodes.flatMap((node) => flatten(node, undefined))
      root.removeAll()
      root.append(flat)
    },
  }
}

/** @returns what a node comes to inside `scope`, in its order: rules, and at-rules that hold rules. */
function flatten(node: ChildNode, scope: Scope | undefined): ChildNode[] {
  if (node.type === 'rule') return inside(node.nodes, { selectors: selectorsOf(node, scope), rule: node })
  if (node.type !== 'atrule' || !node.nodes || node.name === 'keyframes') return [node]
  const copy = node.clone({ nodes: [] })
  copy.append(scope ? inside(node.nodes, scope) : node.nodes.flatMap((each) => flatten(each, undefined)))
  return [copy]
}

/** Rules with the scope's selectors for each run of declarations, and between them what nested rules come to. */
function inside(nodes: readonly ChildNode[], scope: Scope): ChildNode[] {
  const flat: ChildNode[] = []
  let run: Rule | undefined
  for (const node of nodes) {
    if (node.type === 'comment') continue
    if (node.type === 'decl') {
      if (!run) flat.push((run = scope.rule.clone({ nodes: [], selector: scope.selectors.join(',') })))
      run.append(node.clone())
    } else {
      run = undefined
      flat.push(...flatten(node, scope))
    }
  }
  return flat
}

function selectorsOf({ selectors }: Rule, scope: Scope | undefined): readonly string[] {
  if (!scope) return selectors
  return selectors.flatMap((own) => scope.selectors.map((parent) => nest(parent, own)))
}

/** `&` stands for the parent wherever it is; without one the selector is a descendant of the parent. */
function nest(parent: string, own: string): string {
  return own.includes('&') ? own.replaceAll('&', parent) : `${parent} ${own}`
}
