import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '../../../src/server/backup/archive/backup-key.ts'
import { padding, tarEnd, tarHeader } from '../../../src/server/backup/archive/tar-format.ts'
import { makeBackup } from '../../../src/server/backup/make-backup.ts'
import { restoreBackup } from '../../../src/server/backup/restore/restore-backup.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { copyDatabase } from '../../support/test-database.ts'
import { emptyPlace, type Place } from './empty-place.ts'

type Made = { file: string; bytes: Buffer; folder: string; drop: () => Promise<void> }

let made: Made
/** Where nothing is restored. */
let place: Place

beforeAll(async () => {
  made = await madeBackup()
  place = await emptyPlace()
})
afterAll(async () => {
  await place.drop()
  await made.drop()
})

/** A backup of the empty shop with a file in its data folder. */
async function madeBackup(settings: Record<string, string> = {}): Promise<Made> {
  const { env, drop } = await copyDatabase('empty')
  mkdirSync(path.join(env.SHOP_DATA, 'pictures'))
  writeFileSync(path.join(env.SHOP_DATA, 'pictures', 'a.svg'), '<svg/>')
  const { file } = await makeBackup(parseEnv({ ...env, ...settings }), new Date())
  return { file, bytes: readFileSync(file), folder: path.dirname(file), drop }
}

/** The sentence with which a file is refused, and what is in the data folder after that. */
async function refusal(bytes: Buffer, key?: string): Promise<string> {
  const file = path.join(made.folder, 'changed')
  writeFileSync(file, bytes)
  const options = { key: key === undefined ? undefined : Buffer.from(key, 'hex'), mayReplace: false, now: new Date() }
  const said = await restoreBackup(file, place.env, options).then(
    () => 'It was restored.',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(readdirSync(place.env.SHOP_DATA)).toEqual([])
  return said
}

/** The archive with one more file at its end, before the list of contents. */
function withFile(bytes: Buffer, name: string): Buffer {
  const tar = zstdDecompressSync(bytes)
  const at = tar.indexOf(tarHeader('manifest.json', 0).subarray(0, 13))
  const added = Buffer.concat([tarHeader(name, 4), Buffer.from('evil'), padding(4)])
  return zstdCompressSync(Buffer.concat([tar.subarray(0, at), added, tar.subarray(at)]))
}

test('a damaged, cut off or foreign file is refused with a sentence', async () => {
  const { bytes } = made
  expect(await refusal(Buffer.from('This is my shopping list.'.repeat(10)))).toMatch(/BackupError.*is no backup/)
  expect(await refusal(bytes.subarray(0, bytes.length - 1_000))).toMatch(/BackupError: The backup is not whole/)
  expect(await refusal(bytes.subarray(0, 0))).toMatch(/BackupError/)
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  expect(await refusal(flipped)).toMatch(/BackupError: The backup is damaged/)
  const tar = zstdDecompressSync(bytes)
  const other = Buffer.from(tar)
  other.write('<SVG/>', tar.indexOf('<svg/>'))
  expect(await refusal(zstdCompressSync(other))).toMatch(/damaged: files is not what was written \(SHA-256\)/)
  expect(await refusal(zstdCompressSync(Buffer.concat([tar.subarray(0, tar.length - 2_048), tarEnd])))).toMatch(
    /BackupError/,
  )
})

test.each([
  ['files/../../evil', 'must not be written'],
  ['files/pictures/../../evil', 'must not be written'],
  ['files//etc/passwd', 'must not be written'],
  ['files/shop.db-wal', 'must not be written'],
  ['files/.restoring/evil', 'must not be written'],
  ['files/pictures\\..\\evil', 'must not be written'],
  ['/etc/evil', 'has a file that none has'],
  ['database/../evil', 'has a file that none has'],
  [`files/${'a/../'.repeat(60)}evil`, 'must not be written'],
  ['files/pictures/more.svg', 'damaged: files is not what was written'],
])('a file named %s is refused and written nowhere', async (name, why) => {
  expect(await refusal(withFile(made.bytes, name))).toContain(why)
})

test('a link in the archive is refused', async () => {
  const tar = zstdDecompressSync(made.bytes)
  const at = tar.indexOf('files/pictures/a.svg')
  tar.write('2', at + 156)
  tar.write('/etc/passwd', at + 157)
  expect(await refusal(zstdCompressSync(tar))).toMatch(/BackupError: The backup is damaged/)
})

test('a newer schema is refused, and one of the other database', async () => {
  const tar = zstdDecompressSync(made.bytes)
  tar.write('9001-', tar.indexOf('0001-catalog'))
  expect(await refusal(zstdCompressSync(tar))).toMatch(
    /made by a newer version of the shop .*\(9001-catalog\): restore it with that version/,
  )
})

test('an encrypted backup shows nothing, and is read with its own key alone', async () => {
  const key = newKey()
  const locked = await madeBackup({ BACKUP_KEY: key })
  expect(locked.file).toMatch(/\.tar\.zst\.enc$/)
  expect(statSync(locked.file).mode & 0o077).toBe(0)
  expect(locked.bytes.includes(Buffer.from(key, 'hex'))).toBe(false)
  expect(await refusal(locked.bytes)).toContain('The backup is encrypted: set BACKUP_KEY')
  expect(await refusal(locked.bytes, newKey())).toContain('encrypted with another key')
  for (const at of [30, 60, locked.bytes.length - 5, locked.bytes.length >> 1]) {
    const flipped = Buffer.from(locked.bytes)
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
    expect(await refusal(flipped, key)).toMatch(/BackupError: The backup is (damaged|encrypted with another)/)
  }
  expect(await refusal(locked.bytes.subarray(0, locked.bytes.length - 20), key)).toMatch(/BackupError/)
  const other = await emptyPlace()
  await restoreBackup(locked.file, other.env, { key: Buffer.from(key, 'hex'), mayReplace: false, now: new Date() })
  const restored = path.join(other.env.SHOP_DATA, 'pictures', 'a.svg')
  expect([readFileSync(restored, 'utf8'), statSync(restored).mode & 0o777]).toEqual(['<svg/>', 0o600])
  await other.drop()
  await locked.drop()
})

test('what a killed backup leaves is no backup, and is removed later', async () => {
  const { env, drop } = await copyDatabase('empty')
  const folder = path.join(env.SHOP_DATA, 'backups')
  const left = path.join(folder, '.partial-2020-01-01T00-00-00-000Z-1')
  mkdirSync(left, { recursive: true })
  writeFileSync(path.join(left, 'backup'), 'half')
  const { file } = await makeBackup(parseEnv(env), new Date())
  expect(existsSync(left)).toBe(true)
  const { utimesSync } = await import('node:fs')
  for (const each of [path.join(left, 'backup'), left]) utimesSync(each, new Date(0), new Date(0))
  const next = await makeBackup(parseEnv(env), new Date(Date.now() + 1_000))
  expect(readdirSync(folder).sort()).toEqual([path.basename(file), path.basename(next.file)].sort())
  await drop()
})
