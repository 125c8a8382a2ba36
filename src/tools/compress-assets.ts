import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { compress, isCompressible } from '../server/platform/http/answers/compress.ts'
import { contentType } from '../server/platform/http/static/content-types.ts'

const bestQuality = 11

/** Writes .br and .gz copies of every built file that gets smaller, so that the server never compresses assets. */
export function compressAssets(): AstroIntegration {
  return {
    name: 'compress-assets',
    hooks: { 'astro:build:done': ({ dir }) => compressFolder(fileURLToPath(dir)) },
  }
}

async function compressFolder(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
  await Promise.all(names.filter((name) => !/\.(br|gz)$/.test(name)).map(compressFile))
}

async function compressFile(name: string): Promise<void> {
  if (!(await stat(name)).isFile()) return
  const body = await readFile(name)
  if (!isCompressible(contentType(name), body.length)) return
  await writeFile(`${name}.br`, await compress(body, 'br', bestQuality))
  await writeFile(`${name}.gz`, await compress(body, 'gzip', bestQuality))
}
