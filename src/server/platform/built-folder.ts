/** The address of dist/, where this file is part of the built server. */
export function builtFolder(): string {
  return import.meta.url.replace(/\/server\/(?!.*\/server\/).*$/, '/')
}
