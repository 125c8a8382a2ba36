import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { whenBenchEnds } from '../../bench/own-processes.ts'

type DiskKind = 'memory' | 'ext4'

/** A disk of its own that a campaign may fill or make read-only. Mounting one needs root on Linux. */
export class SmallDisk {
  readonly folder: string
  readonly #home: string
  readonly #kind: DiskKind
  #isMounted = false

  private constructor(megabytes: number, kind: DiskKind) {
    this.#home = mkdtempSync(path.join(tmpdir(), 'delverk-disk-'))
    this.folder = path.join(this.#home, 'mounted')
    this.#kind = kind
    whenBenchEnds(() => this[Symbol.dispose]())
    run('mkdir', [this.folder])
    run('chmod', ['755', this.#home])
    if (kind === 'ext4') this.#format(megabytes)
    this.#mount(megabytes)
  }

  /** `memory` is a tmpfs; `ext4` is a file system in a file, which can become read-only while files are open. */
  static make(megabytes: number, kind: DiskKind = 'memory'): SmallDisk {
    return new SmallDisk(megabytes, kind)
  }

  /** Why no disk can be mounted here; undefined when one can. */
  static get obstacle(): string | undefined {
    if (process.platform !== 'linux') return 'it mounts small disks, which it can do on Linux alone'
    if (process.getuid?.() !== 0) return 'it mounts small disks, which only root may do'
    const probe = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { encoding: 'utf8' })
    return probe.status === 0 ? undefined : `no disk can be mounted here: ${(probe.stderr ?? '').trim()}`
  }

  /** Makes a folder on the disk that belongs to this user. */
  newFolder(name: string, { uid, gid }: { uid?: number; gid?: number } = {}): string {
    const made = path.join(this.folder, name)
    run('mkdir', ['-m', '700', made])
    if (uid !== undefined && gid !== undefined) chownSync(made, uid, gid)
    return made
  }

  /** Fills the disk to its last block. */
  fill(): void {
    const file = openSync(this.#ballast, 'a')
    try {
      for (const size of [1 << 20, 1 << 12]) while (isWritten(file, Buffer.alloc(size, 1)));
    } finally {
      closeSync(file)
    }
  }

  /** Frees what `fill` has taken. */
  makeRoom(): void {
    rmSync(this.#ballast, { force: true })
  }

  /** Stops all writes, as the system does when the device fails; files that are open stay open. Only for `ext4`. */
  failWrites(): void {
    run('mount', ['-o', 'remount,abort', this.folder])
  }

  /** Makes the disk writable again, as an operator does after a repair; no file of it may be open. */
  repair(): void {
    this.#unmount()
    spawnSync('fsck.ext4', ['-p', this.#image])
    this.#mount()
  }

  [Symbol.dispose](): void {
    this.#unmount()
    rmSync(this.#home, { recursive: true, force: true })
  }

  get #ballast(): string {
    return path.join(this.folder, 'ballast')
  }

  get #image(): string {
    return path.join(this.#home, 'image')
  }

  #format(megabytes: number): void {
    writeFileSync(this.#image, '')
    truncateSync(this.#image, megabytes << 20)
    run('mkfs.ext4', ['-q', '-m', '0', this.#image])
  }

  #mount(megabytes = 0): void {
    if (this.#kind === 'ext4') run('mount', ['-o', 'loop', this.#image, this.folder])
    else run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.folder])
    this.#isMounted = true
  }

  #unmount(): void {
    if (!this.#isMounted) return
    this.#isMounted = false
    if (spawnSync('umount', [this.folder]).status !== 0) spawnSync('umount', ['--lazy', this.folder])
  }
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`)
}
