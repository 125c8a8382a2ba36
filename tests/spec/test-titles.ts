import ts from 'typescript'

/**
 * A test as named in its source: `pattern` is the title before the rows of a table are inserted, and `skipped` says
 * that it, or a group around it, does not run.
 */
export type TestTitle = { file: string; title: string; pattern: string; skipped: boolean }

const kinds = new Set(['test', 'it', 'describe', 'suite'])
const idle = new Set(['skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail'])

type Named = { title: string; pattern: string }
type Group = { names: readonly Named[]; skipped: boolean }
type Declared = { words: readonly string[]; rows: ts.Expression | undefined; args: readonly ts.Expression[] }

/** The tests that a source declares; the rows of a literal `test.each` are listed one by one. */
export function testTitles(file: string, source: string): TestTitle[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const found: TestTitle[] = []
  const visit = (node: ts.Node, group: Group): void => {
    const declared = ts.isCallExpression(node) ? declaration(node) : undefined
    if (!declared) return ts.forEachChild(node, (child) => visit(child, group))
    const names = namesOf(declared).flatMap((name) => group.names.map((outer) => below(outer, name)))
    const inner = { names, skipped: group.skipped || isIdle(declared) }
    if (isGroup(declared)) for (const argument of declared.args) visit(argument, inner)
    else for (const name of names) found.push({ file, ...name, skipped: inner.skipped })
  }
  visit(tree, { names: [{ title: '', pattern: '' }], skipped: false })
  return found
}

/** Reads `test(…)`, `test.describe.skip(…)`, `describe.each(rows)(…)`; a call without a title is not a test. */
function declaration(call: ts.CallExpression): Declared | undefined {
  const table = ts.isCallExpression(call.expression) ? call.expression : undefined
  const words = chain(table?.expression ?? call.expression)
  const [title] = call.arguments
  if (!words || !title || !isText(title)) return undefined
  return {
    words,
    rows: words.at(-1) === 'each' || words.at(-1) === 'for' ? table?.arguments[0] : undefined,
    args: call.arguments,
  }
}

/** Whether an expression is a literal text, a template, or several of them joined by `+`. */
function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || (isSum(node) && isText(node.left))
}

function isSum(node: ts.Expression): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
}

/** `test.describe.skip` as its words, or undefined when it is not a test call. */
function chain(node: ts.Expression): string[] | undefined {
  if (ts.isIdentifier(node)) return kinds.has(node.text) ? [node.text] : undefined
  if (!ts.isPropertyAccessExpression(node)) return undefined
  const before = chain(node.expression)
  return before && [...before, node.name.text]
}

function isGroup({ words }: Declared): boolean {
  return words.includes('describe') || words.includes('suite')
}

function isIdle(declared: Declared): boolean {
  const last = declared.args.at(-1)
  return (
    declared.words.some((word) => idle.has(word)) || (!isGroup(declared) && last !== undefined && skipsItself(last))
  )
}

/** Whether a test's body starts with `test.skip()` or `context.skip()`. With a condition it runs somewhere. */
function skipsItself(body: ts.Node): boolean {
  const isSkip = (node: ts.Node): boolean =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    idle.has(node.expression.name.text) &&
    node.arguments.length === 0
  return isSkip(body) || ts.forEachChild(body, (child) => skipsItself(child) || undefined) === true
}

function namesOf({ args, rows }: Declared): Named[] {
  const [title] = args
  const pattern = title ? literalText(title) : ''
  const list = rows && tableRows(rows)
  return list ? list.map((row) => ({ title: filled(pattern, row), pattern })) : [{ title: pattern, pattern }]
}

/**
 * The literal text of a template without its expressions, since ids are in the literal parts; a loop's language stays
 * as `{language}`.
 */
function literalText(node: ts.Expression): string {
  if (isSum(node)) return literalText(node.left) + literalText(node.right)
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans
        .map(({ expression, literal }) => `${isLanguage(expression) ? '{language}' : '…'}${literal.text}`)
        .join('')
    )
  return ts.isStringLiteralLike(node) ? node.text : ''
}

function isLanguage(expression: ts.Expression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'language'
}

/** The texts and numbers of each row of a literal table, or undefined when the table is elsewhere. */
function tableRows(table: ts.Expression): string[][] | undefined {
  const list = unwrapped(table)
  if (!ts.isArrayLiteralExpression(list)) return undefined
  return list.elements.map((row) => {
    const cells = unwrapped(row)
    return (ts.isArrayLiteralExpression(cells) ? [...cells.elements] : [cells]).map((cell) =>
      ts.isStringLiteralLike(cell) ? cell.text : cell.getText(),
    )
  })
}

function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? unwrapped(node.expression) : node
}

function filled(title: string, row: readonly string[]): string {
  let at = 0
  return title.replace(/%[sidfjo]/g, (mark) => row[at++] ?? mark)
}

function below(outer: Named, name: Named): Named {
  const joined = (before: string, after: string) => (before === '' ? after : `${before} > ${after}`)
  return { title: joined(outer.title, name.title), pattern: joined(outer.pattern, name.pattern) }
}
