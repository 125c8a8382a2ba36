/** Lets Node load .tsx, for test programs that run shop code outside of its bundle. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const kept = path.resolve(import.meta.dirname, '../../node_modules/.cache/translated')
/** A new version translates anew. */
const { version }: { version: string } = require('typescript/package.json')

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    return { format: 'module', shortCircuit: true, source: keptOrNew(readFileSync(fileURLToPath(url), 'utf8')) }
  },
})

/** Loading TypeScript takes a quarter of a second, so each text is translated once for all processes and runs. */
function keptOrNew(source: string): string {
  const name = createHash('sha256').update(`${version} ${source}`).digest('hex')
  const file = path.join(kept, `${name}.js`)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const translated = withoutTypes(source)
    keep(file, translated)
    return translated
  }
}

/** Renamed only when complete, because two processes may keep the same text. */
function keep(file: string, text: string): void {
  mkdirSync(kept, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

function withoutTypes(source: string): string {
  const ts: typeof import('typescript') = require('typescript')
  const compilerOptions = {
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
    verbatimModuleSyntax: true,
  }
  return ts.transpileModule(source, { compilerOptions }).outputText
}
