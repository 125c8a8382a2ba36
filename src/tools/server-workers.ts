import { basename, dirname, posix, resolve } from 'node:path'
import type { Plugin } from 'vite'

const workerUrl = /new URL\(["'](\.[^"']+-worker\.ts)["'], import\.meta\.url\)/g
const placeholder = /server-worker:([\w-]+\.mjs)/g
const workersFolder = 'workers'

/** Builds each worker thread of the server into its own file and rewrites its `new URL(…)`. */
export function serverWorkers(): Plugin {
  return {
    name: 'server-workers',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    transform(code, id) {
      return code.replace(workerUrl, (_, file: string) => {
        const name = basename(file).replace(/ts$/, 'mjs')
        this.emitFile({ type: 'chunk', id: resolve(dirname(id), file), fileName: `${workersFolder}/${name}` })
        return `new URL('server-worker:${name}', import.meta.url)`
      })
    },
    renderChunk(code, { fileName }) {
      return code.replace(
        placeholder,
        (_, name: string) => `./${posix.relative(posix.dirname(fileName), `${workersFolder}/${name}`)}`,
      )
    },
  }
}
