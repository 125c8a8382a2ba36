import { fileURLToPath } from 'node:url'

/** The path of a file of the project, whether this runs from the sources or as part of the built server. */
export function projectFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url.replace(/\/(?:src|dist)\/(?!.*\/(?:src|dist)\/).*$/, '/')))
}
