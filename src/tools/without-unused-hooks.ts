import type { Plugin } from 'vite'

/** What hangs on a hook outside of it keeps the hook in the bundle. */
const hanging = [
  /^(?:useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*$/gm,
  /^import PropTypes from .*$/m,
  /^ {2}scrollIntoView: scrollIntoView,$/m, // Browsers can do it themselves; see the search box.
]
/** What only development checks properties with. */
const checkLists = /^(var (?:propTypes|dropdownPropTypes)\S* = )[\s\S]*?^\}\)?;$/gm

/** Lets the bundler leave out what the search box does not use of downshift: half of its script. */
export function withoutUnusedHooks(): Plugin {
  return {
    name: 'without-unused-hooks',
    apply: 'build',
    transform: { filter: { id: /downshift\.esm\.mjs$/ }, handler: (code) => hanging.reduce((rest, unused) => rest.replace(unused, ''), code.replace(checkLists, '$1{};')) },
  }
}
