import type { Plugin } from 'vite'

/** Assignments to a hook from outside keep it in the bundle. */
const hanging = [
  /^(?:useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*$/gm,
  /^import PropTypes from .*$/m,
  /^ {2}scrollIntoView: scrollIntoView,$/m, // Browsers can do it natively; see the search box.
]
/** Property checks used only in development. */
const checkLists = /^(var (?:propTypes|dropdownPropTypes)\S* = )[\s\S]*?^\}\)?;$/gm

/** Subscribing to single keys of a store; the shop always subscribes to whole stores. */
const someKeys = [/^import \{ listenKeys \} from 'nanostores'$/m, /\bkeys\?\.length > 0\s*\? listenKeys\(.*\)\s*: /]

/**
 * Removes half of downshift, which the search box does not use, and a part of the React hook of nanostores from the
 * bundle.
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
