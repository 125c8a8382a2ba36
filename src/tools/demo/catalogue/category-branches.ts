import type { Branch } from './branch.ts'
import { desktopBranch, inputBranch, storageBranch } from './computer-branches.ts'
import { cablesBranch, networkBranch } from './connection-branches.ts'
import { mobileBranch, printersBranch } from './device-branches.ts'
import { coolingBranch, powerBranch } from './power-and-cooling-branches.ts'
import { kitsBranch, workshopBranch } from './workshop-branches.ts'

/** All branches of the category tree except the laptops'. */
export const otherBranches: readonly Branch[] = [
  powerBranch,
  storageBranch,
  coolingBranch,
  desktopBranch,
  inputBranch,
  cablesBranch,
  networkBranch,
  mobileBranch,
  printersBranch,
  workshopBranch,
  kitsBranch,
]
