import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from './run-program.ts'

const sourceFolders = ['src', 'public']
const sourceFiles = ['astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']
const stampFile = join(projectRoot, 'dist', 'stamp.txt')

/** Builds the shop unless dist/ was built from exactly the current source files. */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  // With production packages only, the build was made elsewhere and copied here; file times mean nothing then.
  if (process.env['SHOP_PACKAGES'] === 'production' && readStamp() !== undefined) return
  if (readStamp() !== sourceStamp()) await buildShop(say)
}

/** Builds the shop into dist/. */
export async function buildShop(say: (line: string) => void): Promise<void> {
  const stamp = sourceStamp()
  const started = performance.now()
  say('Building the shop …')
  // Built for any other mode, React's components cannot be rendered by the pages.
  await runAstro(['build'], { env: { NODE_ENV: 'production' } })
  writeFileSync(stampFile, stamp)
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

type Running = { isInteractive?: boolean; env?: Readonly<Record<string, string>> }

/** Runs Astro's command line with this Node. Its output is shown only on failure, unless interactive. */
export function runAstro(args: string[], { isInteractive = false, env = {} }: Running = {}): Promise<void> {
  const program = join(createRequire(import.meta.url).resolve('astro/package.json'), '../bin/astro.mjs')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    stdio: isInteractive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let isTold = false
  const pass = (signal: NodeJS.Signals): void => {
    isTold = true
    child.kill(signal)
  }
  process.on('SIGTERM', pass)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.once('error', reject)
  child.once('close', (code) => {
    process.off('SIGTERM', pass)
    if (code === 0 || (isTold && isInteractive)) resolve()
    else reject(new Error(`${output}\nastro ${args[0] ?? ''} ended with ${code ?? 'a signal'}.`))
  })
  return promise
}

/** A stamp of the sources: the newest modification time and the number of files that a build reads. */
function sourceStamp(): string {
  const files = [...sourceFolders.flatMap(filesIn), ...sourceFiles.map((name) => join(projectRoot, name))]
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs))
  return `${files.length} ${newest}`
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}
