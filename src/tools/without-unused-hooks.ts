import type { Plugin } from 'vite'

/** What hangs on a hook outside of it keeps the hook in the bundle. */
const hanging = [
  /^(?:useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*$/gm,
  /^import PropTypes from .*$/m,
  /^ {2}scrollIntoView: scrollIntoView,$/m, // Browsers can do it themselves; see the search box.
]
/** What only development checks properties with. */
const checkLists = /^(var (?:propTypes|dropdownPropTypes)\S* = )[\s\S]*?^\}\)?;$/gm

/** Listening to some keys of a store alone: ours are listened to whole. */
const someKeys = [/^import \{ listenKeys \} from 'nanostores'$/m, /\bkeys\?\.length > 0\s*\? listenKeys\(.*\)\s*: /]

/**
 * Lets the bundler leave out half of downshift, which the search box does not use, and a part of the stores' hook for
 * React.
 */
export function withoutUnusedHooks(): Plugin[] {
  const without = (code: string, unused: readonly RegExp[]) =>
    unused.reduce((rest, each) => rest.replace(each, ''), code)
  return [
    {
      name: 'without-unused-hooks',
      apply: 'build',
      transform: {
        filter: { id: /downshift\.esm\.mjs$/ },
        handler: (code) => without(code.replace(checkLists, '$1{};'), hanging),
      },
    },
    {
      name: 'without-store-keys',
      apply: 'build',
      transform: { filter: { id: /@nanostores\/react\/index\.js$/ }, handler: (code) => without(code, someKeys) },
    },
  ]
}
