import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv as parseFile } from 'node:util'
import { expect, test } from 'vitest'
import { parseEnv } from '../../src/server/platform/env.ts'
import { projectRoot } from '../../src/tools/run-program.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')
const recipe = (name: string): string => read(`docs/operations/recipes/${name}`)

/** Every variable that .env.example describes, and what Node and the C library read. */
const known = new Set([
  ...[...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name),
  ...[...read('.env.example').matchAll(/[A-Z_]+_FILE/g)].map(([name]) => name),
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'PATH',
])

const systemd = recipe('shop.service')

test('the recipes name variables that there are, and values that the shop takes', () => {
  const names = [
    ...Object.keys(parseFile(recipe('shop.env'))),
    ...[...systemd.matchAll(/^#?Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name),
    ...[...read('Dockerfile').matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=/gm)].map(([, name = '']) => name),
    ...[...recipe('compose.yaml').matchAll(/^ {6}([A-Z_]+): /gm)]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('POSTGRES_')),
  ]
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !known.has(name))).toEqual([])
  const env = parseEnv({ ...parseFile(recipe('shop.env')), NODE_ENV: 'production' })
  expect(env).toMatchObject({ isProduction: true, TRUST_PROXY_HOPS: 1, SHOP_DATA: '/var/lib/shop' })
})

test('the unit waits for the drain, does not run as root, and is accepted by systemd where that is installed', () => {
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(systemd)?.[1] ?? ''
  expect(value('User')).toBe('shop')
  const drain = Number(parseFile(recipe('shop.env'))['DRAIN_SECONDS'])
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(drain + 20)
  expect(value('ExecStart')).toMatch(/ dist\/server\/entry\.mjs$/)
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-unit-'))
  const file = path.join(folder, 'shop.service')
  // The program, the user and the folder of a machine with the shop.
  writeFileSync(file, systemd.replaceAll(/^(?:User|Group)=.*\n/gm, '').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'))
  const { error, stderr, status } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(error === undefined ? { status, stderr } : Reflect.get(error, 'code')).toEqual(
    error === undefined ? { status: 0, stderr: '' } : 'ENOENT',
  )
})

test('the image copies files that there are and that its list lets through, and does not run as root', () => {
  const text = read('Dockerfile')
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
  const passed = new Set([...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name))
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([])
  expect(copied.map((file) => file.replace('./', '')).filter((file) => !passed.has(file))).toEqual([])
  const stages = text.split(/^FROM /m).slice(1)
  expect(stages.at(-1)).toMatch(/^USER 10001:10001$/m)
  expect(stages.at(-1)).toContain('/healthz')
  expect(recipe('compose.yaml')).toContain(`image: shop:${JSON.parse(read('package.json')).version}`)
  expect(recipe('compose.yaml')).toContain('read_only: true')
})

test('the script of the rolling restart is a program, and its shell accepts it', () => {
  const file = path.join(projectRoot, 'docs/operations/recipes/rolling-restart.sh')
  expect(statSync(file).mode & 0o111).not.toBe(0)
  expect(spawnSync('sh', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

test('both recipes of nginx forward the name and the address, and let the files of suppliers through', () => {
  for (const name of ['nginx-one-machine.conf', 'nginx-two-nodes.conf']) {
    const text = recipe(name)
    expect(text).toMatch(/proxy_set_header Host \$host;/)
    expect(text).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/)
    expect(text).toMatch(/location \/console\/imports \{\s+client_max_body_size 51m;/)
  }
})
