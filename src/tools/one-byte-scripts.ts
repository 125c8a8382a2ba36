import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** With its backslash, which an escape takes the place of, and pairs of them, which stay. */
const wide = /(?<!\\)((?:\\\\)*)\\?([^\x00-\xff])/g
const wideInRaw = /String\.raw`[^`]*[^\x00-\xff]/

/**
 * Writes characters such as “ and … as escapes into the server's scripts. V8 keeps the source of each script it has
 * loaded, with two bytes for every character where one of them needs two: 2 MB more for the shop.
 */
export function oneByteScripts(): AstroIntegration {
  return {
    name: 'one-byte-scripts',
    hooks: { 'astro:build:done': ({ dir }) => escapeFolder(fileURLToPath(new URL('../server/', dir))) },
  }
}

async function escapeFolder(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mjs'))
  await Promise.all(names.map((name) => escapeFile(join(folder, name))))
}

/** Strings, templates, regular expressions, names and comments may all contain escapes; only raw text may not. */
async function escapeFile(name: string): Promise<void> {
  const code = await readFile(name, 'utf8')
  const escaped = code.replace(wide, (_, pairs: string, sign: string) => pairs + escapeOf(sign))
  if (escaped === code) return
  if (wideInRaw.test(code)) throw new Error(`${name} has a character of two bytes in String.raw.`)
  await writeFile(name, escaped)
}

function escapeOf(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
