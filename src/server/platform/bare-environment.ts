/**
 * The environment of threads and processes of the shop that need no setting and must not see any secret: only where Node
 * keeps compiled code, without which loading a program takes twice the processor time.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: folder } = process.env
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
