import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { convertToTsx, DiagnosticSeverity, ExtractedScriptType, type ConvertToTsxResult } from '@astrojs/astro2tsx'
import { projectRoot } from './run-program.ts'

/** Where the generated files are. TypeScript takes this folder for the root of the project (`rootDirs`). */
const folder = '.astro/tsx'
/** The elements of templates are those of Astro, not of React. It stands on the first line of the generated text. */
const prefix = '/** @jsxImportSource astro */ '

/** Where the text of a generated file comes from; positions are offsets in characters. */
type Origin = {
  readonly file: string
  readonly source: string
  readonly generated: string
  readonly toSource: (offset: number) => number
}

/**
 * Writes each .astro file as one of TypeScript that has the same types (`X.astro.tsx`), and each of its module scripts
 * as another one, because the native compiler reads no .astro files. @returns what `inAstroFiles` needs, and the errors
 * of syntax that the conversion found.
 */
export function writeAstroAsTsx(root = projectRoot): { origins: ReadonlyMap<string, Origin>; faults: string[] } {
  rmSync(path.join(root, folder), { recursive: true, force: true })
  const origins = new Map<string, Origin>()
  const faults: string[] = []
  for (const file of globSync('src/**/*.astro', { cwd: root })) {
    const source = readFileSync(path.join(root, file), 'utf8')
    const converted = convertToTsx(source, { filename: path.join(root, file), ambientTypes: true })
    for (const origin of generatedFrom(file, source, converted)) {
      const written = `${folder}/${file}${origin.suffix}`
      mkdirSync(path.join(root, path.dirname(written)), { recursive: true })
      writeFileSync(path.join(root, written), origin.generated)
      origins.set(written, origin)
    }
    const errors = converted.diagnostics.filter(({ severity }) => severity === DiagnosticSeverity.Error)
    for (const { message, position } of errors)
      faults.push(`${file}(${placeOf(source, position.start)}): error: ${message}\n`)
  }
  return { origins, faults }
}

function generatedFrom(
  file: string,
  source: string,
  { code, mappings, scripts }: ConvertToTsxResult,
): (Origin & { suffix: string })[] {
  const template = {
    suffix: '.tsx',
    file,
    source,
    generated: prefix + code,
    toSource: (offset: number) => {
      const last = mappings.findLast(([start]) => start <= offset - prefix.length)
      if (!last) return 0
      const [start, , from, length] = last
      return from + Math.min(offset - prefix.length - start, length)
    },
  }
  const modules = scripts.filter(({ type }) => isModule(type))
  return [
    template,
    ...modules.map(({ content, position }, at) => ({
      suffix: `.script-${at}.ts`,
      file,
      source,
      generated: content,
      toSource: (offset: number) => position.start + offset,
    })),
  ]
}

function isModule(type: ExtractedScriptType): boolean {
  return type === ExtractedScriptType.ProcessedModule || type === ExtractedScriptType.Module
}

/** The messages of the compiler (`file(line,column): …`) with the places in .astro files that they are about. */
export function inAstroFiles(output: string, origins: ReadonlyMap<string, Origin>): string {
  return output.replaceAll(/^(.+?)\((\d+),(\d+)\)/gm, (whole, name: string, line: string, column: string) => {
    const origin = origins.get(name)
    if (!origin) return whole
    const offset = offsetOf(origin.generated, Number(line), Number(column))
    return `${origin.file}(${placeOf(origin.source, origin.toSource(offset))})`
  })
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}

/** The line and the column of an offset, counted from 1. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `${lines.length},${(lines.at(-1)?.length ?? 0) + 1}`
}
