import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** The length of a source file, and what its lines alone tell. */
export type SourceLines = {
  /** Path from the project's root with forward slashes: `src/domain/money/money.ts`. */
  file: string
  lines: number
  /** Numbers of the lines with more than 120 characters. */
  longLines: number[]
  /** Numbers of the lines that end a comment for documentation right before another, which documents nothing. */
  strayComments: number[]
}

/** What the architecture tests check in a source file. */
export type SourceFile = SourceLines & {
  /** What it imports, types included. `client` marks a `<script>` of an .astro file, which the browser loads. */
  imports: { target: string; client: boolean }[]
  /** Its string literals and the beginnings of its templates; in .astro files also quoted texts of the markup. */
  texts: string[]
  /** Names of called functions, methods and template tags: `selectFrom`, `sql`. */
  calls: Set<string>
  /** Whether it says of parsed JSON what type it has: `JSON.parse(text) as Order`. */
  assertsJson: boolean
  hasDefaultExport: boolean
  isBarrel: boolean
}

export const projectRoot = path.resolve(import.meta.dirname, '../..')
const parsedKinds = new Set(['.ts', '.tsx', '.astro', '.mjs', '.js'])

/** All files below the folder with one of these endings, as paths from the project's root. */
export function listFiles(folder: string, endings: string[]): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => endings.includes(path.extname(file)) && statSync(path.join(projectRoot, file)).isFile())
    .toSorted()
}

const readSources = new Map<string, SourceFile>()

/** Each file is read once: the tests that ask share one process. */
export function readSource(file: string): SourceFile {
  const source = readSources.get(file) ?? parseSource(file, readText(file))
  readSources.set(file, source)
  return source
}

/** Only how long the file and its lines are, which needs no syntax tree. */
export const readLines = (file: string): SourceLines => linesOf(file, readText(file))

export const readText = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')

function linesOf(file: string, content: string): SourceLines {
  const lines = content.trimEnd().split('\n')
  const numbersWhere = (matches: (line: string, next: string) => boolean): number[] =>
    lines.flatMap((line, at) => (matches(line, lines[at + 1] ?? '') ? [at + 1] : []))
  return {
    file,
    lines: lines.length,
    longLines: numbersWhere((line) => line.length > 120),
    strayComments: numbersWhere((line, next) => /\*\/\s*$/.test(line) && /^\s*\/\*\*/.test(next)),
  }
}

/** Separate from reading, so that the rules can be tested on examples. */
export function parseSource(file: string, content: string): SourceFile {
  const source: SourceFile = {
    ...linesOf(file, content),
    imports: [],
    texts: [],
    calls: new Set(),
    assertsJson: false,
    hasDefaultExport: false,
    isBarrel: false,
  }
  if (path.extname(file) === '.astro') readAstro(source, content)
  else if (parsedKinds.has(path.extname(file))) readScript(source, content, false)
  return source
}

function readAstro(source: SourceFile, content: string): void {
  const [, frontmatter = '', markup = content] = /^\s*---\r?\n([\s\S]*?)\r?\n---([\s\S]*)$/.exec(content) ?? []
  readScript(source, frontmatter, false)
  for (const [, script = ''] of markup.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g))
    readScript(source, script, true)
  const visible = markup.replaceAll(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, '')
  for (const [, text = ''] of visible.matchAll(/["'`]([^"'`\n]+?)(?=["'`]|\$\{)/g)) source.texts.push(text)
}

function readScript(source: SourceFile, content: string, client: boolean): void {
  const tree = ts.createSourceFile('file.tsx', content, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const visit = (node: ts.Node): void => {
    const specifier = importedSpecifier(node)
    if (specifier !== undefined) source.imports.push({ target: resolveImport(source.file, specifier), client })
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) source.texts.push(node.text)
    const call = calledName(node)
    if (call !== undefined) source.calls.add(call)
    source.assertsJson ||= ts.isAsExpression(node) && /^\(*JSON\.parse\(/.test(node.expression.getText(tree))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  source.hasDefaultExport ||= tree.statements.some(isDefaultExport)
  source.isBarrel ||=
    tree.statements.length > 0 &&
    tree.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier)
}

/** The module that an import, a re-export, a dynamic import or an import type names. */
function importedSpecifier(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literalText(node.moduleSpecifier)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literalText(node.argument.literal)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return literalText(node.arguments[0])
  return undefined
}

const literalText = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined

function calledName(node: ts.Node): string | undefined {
  const callee = ts.isCallExpression(node)
    ? node.expression
    : ts.isTaggedTemplateExpression(node)
      ? node.tag
      : undefined
  if (callee === undefined) return undefined
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
    return statement.exportClause.elements.some((element) => element.name.text === 'default')
  }
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  )
}

/** Relative imports become paths from the root; packages and virtual modules keep their name. */
function resolveImport(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''))
}
