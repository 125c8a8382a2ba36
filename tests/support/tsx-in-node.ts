/** Lets Node load .tsx, for test programs that run shop code outside of its bundle. */
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    return { format: 'module', shortCircuit: true, source: withoutTypes(readFileSync(fileURLToPath(url), 'utf8')) }
  },
})

/** Loading TypeScript takes a quarter of a second, which a program without .tsx should not wait for. */
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
