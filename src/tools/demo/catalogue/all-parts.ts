import { adaptersAndNetwork } from '../families/adapters-and-network.ts'
import { batteries } from '../families/batteries.ts'
import { cables } from '../families/cables.ts'
import { caseCooling } from '../families/case-cooling.ts'
import { chargers } from '../families/chargers.ts'
import { deskInput } from '../families/desk-input.ts'
import { desktop } from '../families/desktop.ts'
import { driveMounts } from '../families/drive-mounts.ts'
import { framesAndHinges } from '../families/frames.ts'
import { giftCards } from '../families/gift-cards.ts'
import { internalCables } from '../families/internal-cables.ts'
import { keyboards } from '../families/keyboards.ts'
import { laptopCooling } from '../families/laptop-cooling.ts'
import { laptopElectronics } from '../families/laptop-electronics.ts'
import { memory } from '../families/memory.ts'
import { powerSupplies } from '../families/power-supplies.ts'
import { printers } from '../families/printers.ts'
import { screens } from '../families/screens.ts'
import { smallParts } from '../families/small-parts.ts'
import { storage } from '../families/storage.ts'
import { workshop } from '../families/workshop.ts'
import type { Part } from '../parts/part.ts'

const families: readonly (() => Part[])[] = [
  batteries,
  chargers,
  screens,
  keyboards,
  framesAndHinges,
  laptopCooling,
  laptopElectronics,
  internalCables,
  memory,
  storage,
  driveMounts,
  cables,
  adaptersAndNetwork,
  powerSupplies,
  desktop,
  deskInput,
  caseCooling,
  smallParts,
  printers,
  workshop,
  giftCards,
]

/** All parts except kits, in a stable order. */
export function allParts(): Part[] {
  return families.flatMap((family) => family())
}
